// The small poker games, Kuhn and Leduc.
import { button, h } from '../dom.js';
import { back, card } from '../cards.js';

/** @type {Record<string, Record<string, string>>} */
const NAMES = { kuhn: { p: 'pass', b: 'bet' }, leduc: { f: 'fold', c: 'check or call', r: 'bet or raise' } };

/** @param {any} v @param {any} ctx */
function view(v, ctx) {
  const rounds = v.rounds ?? [v.history];
  const shown = Array.isArray(v.shown) ? v.shown : v.shown && [0, 1].map((s) => (s === v.seat ? v.card : v.shown));
  return h('div', {},
    h('ul', { class: 'seats' }, [0, 1].map((s) => h('li', { class: ctx.turn === s ? 'turn' : '' }, h('strong', {}, ctx.name(s)),
      v.paid && ` ${v.paid[s]} in the pot`, shown ? card(shown[s]) : s === v.seat ? null : back()))),
    'public' in v && h('div', { class: 'felt' }, v.public ? card(v.public) : back()),
    rounds.map((/** @type {string[]} */ r, /** @type {number} */ i) => r.length > 0 && h('p', {}, `Betting ${i + 1}: `, r.map((a) => NAMES[ctx.game][a]).join(', '))));
}

/** @param {any} v @param {any} ctx */
const hand = (v, ctx) => h('div', { class: 'own' }, h('div', { class: 'hand' }, v.card && card(v.card)),
  ctx.legal && h('div', { class: 'actions' }, ctx.legal.map((/** @type {string} */ t) =>
    button(NAMES[ctx.game][t], () => ctx.act(t), { class: 'main', 'data-act': t, 'data-key': t }))));

export default { view, hand, analysis: () => null };
