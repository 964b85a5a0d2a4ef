// Mini mahjong.
import { h, table } from '../dom.js';
import { arrows, tile, tileButton, tileName } from '../cards.js';

/** A hand in order: by suit, then number. @param {string[]} tiles */
const sorted = (tiles) => [...tiles].sort((a, b) => (a[1] + a[0] < b[1] + b[0] ? -1 : 1));

/** An action in words. @param {string} text */
const said = (text) => [tile(text), ` ${tileName(text)}${text[2] ? ', as drawn' : ''}`];

/** @param {any} stage @param {any} ctx */
function ending(stage, ctx) {
  const over = stage.over;
  if (!over) return null;
  if (over === 'exhausted') return 'The wall is empty: a draw.';
  if (over.tsumo !== undefined) return `${ctx.name(over.tsumo)} wins by its own draw.`;
  if (over.ron) return `${over.ron.winners.map(ctx.name).join(' and ')} ${over.ron.winners.length > 1 ? 'win' : 'wins'} by the discard of ${ctx.name(over.ron.from)}.`;
  return 'The discard completes several hands: a draw.';
}

/** @param {any} v @param {any} ctx */
function view(v, ctx) {
  return h('div', {},
    h('ul', { class: 'seats rivers' }, v.rivers.map((/** @type {string[]} */ river, /** @type {number} */ s) =>
      h('li', { class: ctx.turn === s ? 'turn' : '' }, h('strong', {}, ctx.name(s)), h('small', {}, s === v.first ? 'began' : ''),
        h('span', { class: 'river' }, river.length ? river.map(tile) : 'no discards yet')))),
    h('p', {}, `${v.wall} tiles in the wall. `, h('small', {}, 'A star: discarded as drawn. '), ending(v.stage, ctx)));
}

/** @param {any} v @param {any} ctx */
function hand(v, ctx) {
  const legal = new Set(ctx.legal ?? []);
  const one = (/** @type {string} */ t, /** @type {number} */ i) => (legal.has(t) ? tileButton(t, () => ctx.act(t), `tile ${i}`) : tile(t));
  return h('div', { class: 'own' }, h('div', { class: 'hand', role: 'group', 'aria-label': 'Your hand', onkeydown: arrows },
    sorted(v.hand).map(one), v.drawn && h('span', { class: 'drawn' }, one(ctx.legal ? `${v.drawn}*` : v.drawn, 99))),
  ctx.legal && h('p', {}, 'Click the tile to discard; the one apart was just drawn.'));
}

/** @param {any} a */
function analysis(a) {
  return table(['discard', 'tiles missing', 'unseen tiles that help', 'which'], a.discards.map((/** @type {any} */ d) => [
    tile(d.discard), d.waits ? '1: it waits' : d.missing, d.unseen,
    h('span', { class: 'river' }, Object.entries(d.tiles).map(([t, n]) => [tile(t), `×${n} `]))]), 'Waits after each discard');
}

export default { view, hand, analysis, said };
