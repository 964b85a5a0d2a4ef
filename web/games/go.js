// Go: the board as SVG; points by click or by their names.
import { button, h, percent, svg, table } from '../dom.js';

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The name of a point. @param {number} row from the top @param {number} column @param {number} height */
const point = (row, column, height) => LETTERS[column] + (height - row);

/**
 * @param {string[]} rows @param {{last?: string, legal?: string[] | null, act?: (text: string) => void, owners?: number[][], marks?: Map<string, string>}} o
 */
function board(rows, o) {
  const [height, width] = [rows.length, rows[0].length];
  const hoshi = width === height && [9, 13, 19].includes(width)
    ? (width === 9 ? [2, 6] : width === 13 ? [3, 9] : [3, 9, 15]).flatMap((a, _, all) => all.map((b) => [a, b])) : [];
  const lines = [];
  for (let i = 0; i < height; i++) lines.push(`M0 ${i}H${width - 1}`);
  for (let i = 0; i < width; i++) lines.push(`M${i} 0V${height - 1}`);
  const labels = [];
  for (let i = 0; i < width; i++) labels.push(svg('text', { x: i, y: height + 0.05 }, LETTERS[i]));
  for (let i = 0; i < height; i++) labels.push(svg('text', { x: -1, y: i + 0.15 }, height - i));
  /** @type {any[]} */
  const points = [];
  rows.forEach((row, r) => [...row].forEach((stone, c) => {
    const name = point(r, c, height);
    const owner = o.owners?.[r]?.[c];
    if (stone !== '.') {
      points.push(svg('circle', { cx: c, cy: r, r: 0.46, class: stone === 'X' ? 'black' : 'white' }));
      if (o.last === name) points.push(svg('circle', { cx: c, cy: r, r: 0.2, class: stone === 'X' ? 'last-on-black' : 'last-on-white' }));
    } else if (o.legal && !o.legal.includes(name)) {
      points.push(svg('path', { d: `M${c - 0.15} ${r - 0.15}l.3 .3m0 -.3l-.3 .3`, class: 'forbidden' }));
    }
    if (owner !== undefined && Math.abs(owner) > 0.2) {
      const size = 0.3 * Math.abs(owner);
      points.push(svg('rect', { x: c - size / 2, y: r - size / 2, width: size, height: size, class: owner > 0 ? 'own-black' : 'own-white' }));
    }
    const mark = o.marks?.get(name);
    if (mark) points.push(svg('circle', { cx: c, cy: r, r: 0.42, class: 'mark' }), svg('text', { x: c, y: r + 0.13, class: 'mark-text' }, mark));
    if (o.act && o.legal?.includes(name)) {
      points.push(svg('rect', { x: c - 0.5, y: r - 0.5, width: 1, height: 1, class: 'point', 'data-act': name, onclick: () => o.act?.(name) }, svg('title', {}, name)));
    }
  }));
  return svg('svg', { class: 'goban', viewBox: `-1.5 -0.8 ${width + 1.2} ${height + 1}`, role: 'img', 'aria-label': `Board of ${width} by ${height}` },
    svg('path', { d: lines.join(''), class: 'lines' }), hoshi.map(([x, y]) => svg('circle', { cx: x, cy: y, r: 0.09, class: 'hoshi' })), labels, points);
}

/** @param {any} v @param {any} ctx */
function view(v, ctx) {
  const last = v.moves.at(-1);
  const marks = new Map((ctx.analysis?.candidates ?? []).slice(0, 5).map((/** @type {any} */ c, /** @type {number} */ i) => [c.move, String(i + 1)]));
  return h('div', {},
    h('ul', { class: 'seats' }, ['Black ●', 'White ○'].map((colour, s) =>
      h('li', { class: ctx.turn === s ? 'turn' : '' }, h('strong', {}, ctx.name(s)), ` ${colour}`, h('small', {}, `${v.prisoners[1 - s]} captured`)))),
    board(v.rows, { last, legal: ctx.legal, act: ctx.legal && ctx.act, owners: ctx.analysis?.owners, marks }),
    h('p', {}, ctx.turn === null ? `${v.moves.length} moves` : `Move ${v.moves.length + 1}`, last && `, last ${last}`, v.placing > 0 && `, ${v.placing} handicap stones to place`),
    h('details', { class: 'history' }, h('summary', {}, 'Moves'),
      h('ol', {}, v.moves.map((/** @type {string} */ m) => h('li', {}, m)))));
}

/** @param {any} v @param {any} ctx */
function hand(v, ctx) {
  if (!ctx.legal) return null;
  const input = h('input', { id: 'point', value: ctx.amount ?? '', autocomplete: 'off', size: 4, placeholder: 'D4', 'data-key': 'point', oninput: () => { ctx.amount = input.value; } });
  const go = () => ctx.act(input.value.trim().toUpperCase());
  input.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => { if (e.key === 'Enter') go(); });
  return h('div', { class: 'own actions' }, h('label', { for: 'point' }, 'Point '), input, button('Play', go, { class: 'main', 'data-key': 'play' }),
    button('Pass', () => ctx.act('pass'), { 'data-act': 'pass', 'data-key': 'pass' }));
}

/** @param {any} a */
function analysis(a) {
  if (a.error) return h('p', {}, a.error);
  return h('div', {}, h('p', {}, `${a.playouts} playouts. Squares on the board: who will own the point; circled numbers: the moves below.`),
    table(['', 'move', 'visits', 'wins', 'expected line'], a.candidates.map((/** @type {any} */ c, /** @type {number} */ i) =>
      [i + 1, c.move, c.visits, percent(c.value), c.variation.slice(0, 6).join(' ')]), 'Moves the search looked at most'));
}

export default { view, hand, analysis, said: (/** @type {string} */ move) => move };
