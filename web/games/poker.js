// The small poker games, Kuhn and Leduc.
import { button, h } from '../dom.js';
import { back, card, slot } from '../cards.js';

/** An action in words; who faces no bet has other words for it. @param {string} game @param {string[]} before the actions of the round before it @param {string} action */
function word(game, before, action) {
  const facing = before.includes(game === 'kuhn' ? 'b' : 'r');
  const words = game === 'kuhn'
    ? { p: facing ? 'fold' : 'check', b: facing ? 'call' : 'bet' }
    : { f: 'fold', c: facing ? 'call' : 'check', r: facing ? 'raise' : 'bet' };
  return /** @type {Record<string, string>} */ (words)[action];
}

/** @param {any} v @returns {string[][]} */
const rounds = (v) => v.rounds ?? [v.history];

/** The present betting round: Leduc's second begins with the open card. @param {any} v @returns {string[]} */
const present = (v) => rounds(v).at('public' in v && !v.public ? 0 : -1) ?? [];

/** @param {any} v @param {any} ctx */
function view(v, ctx) {
  const shown = Array.isArray(v.shown) ? v.shown : v.shown && [0, 1].map((s) => (s === v.seat ? v.card : v.shown));
  return h('div', {},
    h('ul', { class: 'seats' }, [0, 1].map((s) => h('li', { class: ctx.turn === s ? 'turn' : '' }, h('strong', {}, ctx.name(s)),
      v.paid && h('span', {}, `${v.paid[s]} in the pot `), shown ? card(shown[s]) : s === v.seat ? null : back()))),
    'public' in v && h('div', { class: 'felt' }, h('p', {}, `Pot ${v.paid[0] + v.paid[1]} · the open card`), v.public ? card(v.public) : slot()),
    rounds(v).map((r, i) => r.length > 0 && h('p', {}, `Betting ${i + 1}: `, r.map((a, j) => word(ctx.game, r.slice(0, j), a)).join(', '))));
}

/** @param {any} v @param {any} ctx */
const hand = (v, ctx) => h('div', { class: 'own' }, h('div', { class: 'hand' }, v.card && card(v.card)),
  ctx.legal && h('div', { class: 'actions' }, ctx.legal.map((/** @type {string} */ t) =>
    button(said(t, v, ctx), () => ctx.act(t), { class: 'main', 'data-act': t, 'data-key': t }))));

/** @param {string} text @param {any} v @param {any} ctx */
const said = (text, v, ctx) => word(ctx.game, present(v), text);

export default { view, hand, analysis: () => null, said };
