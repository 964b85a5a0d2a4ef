// Big Two.
import { button, h, table } from '../dom.js';
import { cardsOf, held, keyOf, lying, picker, slot } from '../cards.js';

/** @param {any} v @param {any} ctx */
function view(v, ctx) {
  const notes = (/** @type {number} */ s) => [
    v.locked[s] && 'passed and out of this trick', (v.finished > 0 || v.over) && `${v.chips[s]} chips`,
  ].filter(Boolean).join(', ');
  return h('div', {},
    h('ul', { class: 'seats' }, v.left.map((/** @type {number} */ n, /** @type {number} */ s) =>
      h('li', { class: ctx.turn === s ? 'turn' : '' }, h('strong', {}, ctx.name(s)), ` ${n} cards`, h('small', {}, notes(s))))),
    h('div', { class: 'felt' }, h('p', {}, v.table ? `To beat, of ${ctx.name(v.table.seat)}` : 'An empty table: whoever is to move leads'),
      v.table ? lying(v.table.action) : slot()),
    h('details', { class: 'history' }, h('summary', {}, `Plays of this hand (${v.history.length})`),
      h('ol', {}, v.history.map((/** @type {any} */ m) =>
        h('li', {}, ctx.name(m.seat), m.action === 'pass' ? ' passes' : [' ', lying(m.action), ` (${m.left} left)`])))));
}

/** @param {any} v @param {any} ctx */
function hand(v, ctx) {
  if (!ctx.legal) return h('div', { class: 'own' }, held(v.hand));
  const legal = /** @type {string[]} */ (ctx.legal);
  const plays = new Map(legal.filter((t) => t !== 'pass').map((t) => [keyOf(cardsOf(t)), [t]]));
  const { row, picked } = picker(ctx, v.hand, plays);
  const text = plays.get(keyOf(picked))?.[0] ?? picked.join(' ');
  return h('div', { class: 'own' }, row, h('div', { class: 'actions' },
    button('Play', () => ctx.act(text), { class: 'main', 'data-key': 'play', disabled: picked.length === 0 }),
    legal.includes('pass') && button('Pass', () => ctx.act('pass'), { 'data-act': 'pass', 'data-key': 'pass' })));
}

/** @param {any} a */
function analysis(a) {
  const sure = a.plays.filter((/** @type {any} */ p) => p.holds).length;
  return h('div', {},
    h('dl', {}, h('dt', {}, 'Not seen yet'), h('dd', {}, lying(a.unseen))),
    h('p', {}, a.plays.length === 0 ? 'Only a pass was possible.' : `${sure} of ${a.plays.length} legal plays could be beaten by nobody.`),
    a.plays.length > 0 && table(['play', 'kind', 'plays of unseen cards that beat it'], a.plays.map((/** @type {any} */ p) =>
      [lying(p.play), p.kind, p.holds ? 'none: it holds' : p.beaten_by]), 'Legal plays'));
}

/** An action in words. @param {string} text */
const said = (text) => (text === 'pass' ? text : lying(text));

export default { view, hand, analysis, said };
