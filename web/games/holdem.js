// Hold'em.
import { button, h, percent, signed, table } from '../dom.js';
import { card, lying, slot } from '../cards.js';

const STREETS = ['preflop', 'flop', 'turn', 'river'];

/** @param {string} text @param {boolean} first whether nobody has bet before @param {any} ctx */
function act(text, first, ctx) {
  const [seat, what] = text.split(' ');
  const does = what[0] === 'r' ? `${first ? 'bets' : 'raises to'} ${what.slice(1)}` : { f: 'folds', k: 'checks', c: 'calls' }[what];
  return `${ctx.name(Number(seat))} ${does}`;
}

/** What was done in one betting round, whose blinds are the first one's bets. @param {string[]} acts @param {number} round @param {any} ctx */
const betting = (acts, round, ctx) =>
  acts.map((a, i) => act(a, round > 0 && !acts.slice(0, i).some((b) => b.includes('r')), ctx)).join(', ');

/** An action in words. @param {string} text */
const said = (text) => (text[0] === 'r' ? `bet or raise to ${text.slice(1)}` : { f: 'fold', k: 'check', c: 'call' }[text] ?? text);

/** @param {number} net */
const won = (net) => net !== 0 && `${net > 0 ? 'won' : 'lost'} ${Math.abs(net)}`;

/** @param {any} v @param {any} ctx */
function view(v, ctx) {
  const notes = (/** @type {number} */ s) => [
    v.button === s && 'button', v.folded[s] ? 'folded' : v.stacks[s] === 0 && v.dealt && 'all in', v.over && won(v.won[s]),
  ].filter(Boolean).join(', ');
  return h('div', {},
    h('ul', { class: 'seats' }, v.stacks.map((/** @type {number} */ chips, /** @type {number} */ s) =>
      h('li', { class: ctx.turn === s ? 'turn' : '' }, h('strong', {}, ctx.name(s)), ` ${chips} chips`,
        h('small', {}, notes(s)), v.bets[s] > 0 && h('span', { class: 'chips' }, v.bets[s]),
        v.shown[s] && s !== ctx.seat && lying(v.shown[s])))),
    h('div', { class: 'felt' }, h('p', {}, `Pot ${v.pot} · ${v.street}`),
      h('div', { class: 'cards' }, v.board.map(card), Array.from({ length: 5 - v.board.length }, slot))),
    h('details', { class: 'history', open: true }, h('summary', {}, 'Betting'),
      v.actions.map((/** @type {string[]} */ acts, /** @type {number} */ i) =>
        acts.length > 0 && h('p', {}, h('strong', {}, `${STREETS[i]}: `), betting(acts, i, ctx)))),
    v.past?.length > 0 && h('details', { class: 'history' }, h('summary', {}, `Earlier hands (${v.past.length})`),
      h('ol', {}, v.past.map((/** @type {any} */ p) => h('li', {}, lying(p.board.join(' ')), ' ',
        p.won.map((/** @type {number} */ won, /** @type {number} */ s) => `${ctx.name(s)} ${signed(won)}`).join(', '))))));
}

/** @param {any} v @param {any} ctx */
function hand(v, ctx) {
  const legal = /** @type {string[]} */ (ctx.legal ?? []);
  const raise = legal.find((t) => t[0] === 'r')?.slice(1).split('..r').map(Number);
  const level = Math.max(...v.bets);
  const call = Math.min(level - v.bets[v.seat], v.stacks[v.seat]);
  const plain = (/** @type {string} */ t, /** @type {string} */ label) =>
    legal.includes(t) && button(label, () => ctx.act(t), { class: t === 'f' ? '' : 'main', 'data-act': t, 'data-key': t });
  return h('div', { class: 'own' }, h('div', { class: 'hand' }, v.hole ? lying(v.hole) : 'not dealt'),
    ctx.legal && h('div', { class: 'actions' }, plain('f', 'Fold'), plain('k', 'Check'), plain('c', `Call ${call}`),
      raise && bets(raise[0], raise[1] ?? raise[0], v.pot + call + level, level, ctx)));
}

/** Choosing an amount. @param {number} least @param {number} most @param {number} pot the raise that is a pot @param {number} level @param {any} ctx */
function bets(least, most, pot, level, ctx) {
  const within = (/** @type {number} */ x) => Math.min(most, Math.max(least, Math.round(x)));
  ctx.amount = within(ctx.amount ?? least);
  const slider = h('input', { type: 'range', min: least, max: most, value: ctx.amount, 'aria-label': 'Amount', 'data-key': 'slider' });
  const number = h('input', { type: 'number', min: least, max: most, value: ctx.amount, 'aria-label': `Amount, ${least} to ${most}`, 'data-key': 'amount' });
  const go = button('', () => ctx.act(`r${ctx.amount}`), { class: 'main', 'data-key': 'raise' });
  const set = (/** @type {number} */ x) => {
    ctx.amount = x;
    slider.value = String(x);
    number.value = String(x);
    go.textContent = `${level ? 'Raise' : 'Bet'} to ${x}`;
    go.dataset.act = `r${x}`;
  };
  slider.addEventListener('input', () => set(Number(slider.value)));
  number.addEventListener('change', () => set(Math.round(Number(number.value))));
  set(ctx.amount);
  return h('div', { class: 'bets' }, slider, number, go,
    button('least', () => set(least)), button('half pot', () => set(within((pot + level) / 2))), button('pot', () => set(within(pot))), button('all in', () => set(most)));
}

const RANKS = 'AKQJT98765432';

/** The weights of the opponent's hands, as a square: pairs on the diagonal, suited above it. @param {number[][]} cells */
function grid(cells) {
  const top = Math.max(...cells.flat()) || 1;
  const name = (/** @type {number} */ r, /** @type {number} */ c) => (r === c ? RANKS[r] + RANKS[c] : r < c ? `${RANKS[r]}${RANKS[c]}s` : `${RANKS[c]}${RANKS[r]}o`);
  return h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Weights of the opponent’s hands' },
    h('table', { class: 'grid' }, h('caption', {}, 'Weights of the opponent’s hands, in hundredths of the largest'),
      cells.map((row, r) => h('tr', {}, row.map((x, c) => h('td', { class: `w${Math.round((10 * x) / top)}` },
        h('span', {}, name(r, c)), h('small', {}, Math.round((100 * x) / top))))))));
}

/** @param {any} a */
function analysis(a) {
  const s = a.strength;
  return h('div', {}, h('p', {}, lying(a.hand), a.to_call > 0 && ` ${a.to_call} to call`),
    s ? table(['ahead now', 'HS', 'Ppot', 'Npot', 'EHS', 'equity'],
      [[`${s.ahead} of ${s.ahead + s.tied + s.behind}`, percent(s.hs), percent(s.ppot), percent(s.npot), percent(s.ehs), percent(s.equity)]],
      'Strength against one opponent whose hands are weighted as below') : h('p', {}, 'Strength is counted from the flop on.'),
    s && h('p', {}, h('small', {}, 'HS: hand strength now, ties half. Ppot: behind now, ahead after the river. Npot: the reverse. EHS: HS, and Ppot of the rest.')),
    h('p', {}, a.weighed ? 'The opponent’s hands are weighed by what it did in this hand.' : 'All hands of the opponent are weighed alike but for the cards seen.'), grid(a.grid));
}

export default { view, hand, analysis, said };
