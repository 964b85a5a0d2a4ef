// Playing cards and tiles, drawn: a suit is known by its shape, not only by its colour.
import { button, h, svg } from './dom.js';

/** @type {Record<string, string>} */
const SHAPES = {
  s: 'M16 3c4 6 11 8 11 15a5 5 0 0 1-9 3l2 8h-8l2-8a5 5 0 0 1-9-3c0-7 7-9 11-15z',
  h: 'M16 29C8 22 4 18 4 12a6 6 0 0 1 12-2 6 6 0 0 1 12 2c0 6-4 10-12 17z',
  d: 'M16 2l10 14-10 14L6 16z',
  c: 'M16 3a6 6 0 0 1 5 9 6 6 0 1 1-3 10l2 7h-8l2-7a6 6 0 1 1-3-10 6 6 0 0 1 5-9z',
};
/** @type {Record<string, string>} */
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs', a: 'of the first set', b: 'of the second set' };
/** @type {Record<string, string>} */
const RANKS = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };

/** The cards in a text: `3d 4h`, `5h5sX`. @param {string | null | undefined} text @returns {string[]} */
export const cardsOf = (text) => (text ?? '').match(/X|[2-9TJQKA][cdhs]/g) ?? [];

/** @param {string} card */
export function cardName(card) {
  if (card === 'X') return 'joker';
  return `${RANKS[card[0]] ?? card[0]}${card[1] ? ` of ${SUITS[card[1]]}` : ''}`.replace('of of', 'of');
}

/** The face of a card. @param {string} card */
function face(card) {
  if (card === 'X') return [h('span', { class: 'rank' }, '★'), h('span', { class: 'small' }, 'joker')];
  const shape = SHAPES[card[1]];
  return [
    h('span', { class: 'rank' }, card[0] === 'T' ? '10' : card[0]),
    shape ? svg('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, svg('path', { d: shape })) : h('span', { class: 'small' }, card[1] ?? ''),
  ];
}

/** A card that lies. @param {string} card */
export const card = (card) =>
  h('span', { class: `card suit-${card[1] ?? 'x'}`, role: 'img', 'aria-label': cardName(card) }, face(card));

/** A card face down. */
export const back = () => h('span', { class: 'card back', role: 'img', 'aria-label': 'face down' });

/** A place where no card lies. */
export const slot = () => h('span', { class: 'card slot', role: 'img', 'aria-label': 'empty' });

/** Suits in words. @param {string} suits letters, as in `hs` */
export const suitNames = (suits) => [...suits].map((s) => SUITS[s] ?? s).join(', ');

/** Cards that lie. @param {string | null | undefined} text */
export function lying(text, none = '–') {
  const cards = cardsOf(text);
  return h('span', { class: 'cards' }, cards.length ? cards.map(card) : none);
}

/**
 * A card to be picked.
 * @param {string} card @param {boolean} picked @param {boolean} can @param {() => void} onclick @param {string} key
 */
export const pickable = (card, picked, can, onclick, key) =>
  button(face(card), onclick, {
    class: `card suit-${card[1] ?? 'x'}${picked ? ' picked' : ''}${can ? ' can' : ''}`,
    'aria-pressed': String(picked), 'aria-label': cardName(card), 'data-card': card, 'data-key': key,
  });

/** @type {Record<string, [string, string]>} */
const HONOURS = { 1: ['E', 'east wind'], 2: ['S', 'south wind'], 3: ['W', 'west wind'], 4: ['N', 'north wind'], 5: ['Wh', 'white dragon'], 6: ['Gr', 'green dragon'], 7: ['Rd', 'red dragon'] };
/** @type {Record<string, string>} */
const TILES = { m: 'characters', p: 'circles', s: 'bamboo' };

/** @param {string} tile */
export function tileName(tile) {
  return tile[1] === 'z' ? HONOURS[tile[0]][1] : `${tile[0]} of ${TILES[tile[1]]}`;
}

/** @param {string} tile */
function tileFace(tile) {
  const [n, suit] = tile;
  if (suit === 'z') return [h('span', { class: 'rank', 'data-letter': HONOURS[n][0] }), h('span', { class: 'small' }, n > '4' ? 'dragon' : 'wind')];
  const mark = suit === 'p' ? svg('circle', { cx: 16, cy: 16, r: 11, class: 'line' })
    : suit === 's' ? svg('path', { d: 'M12 3h8v11h-8zM12 18h8v11h-8z' }) : svg('path', { d: 'M4 8h24M4 16h24M4 24h24', class: 'line' });
  return [h('span', { class: 'rank' }, n), svg('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, mark)];
}

/** A tile that lies; a star marks one discarded as drawn. @param {string} text */
export const tile = (text) =>
  h('span', { class: `tile suit-${text[1]}`, role: 'img', 'aria-label': tileName(text) + (text[2] ? ', as drawn' : '') },
    tileFace(text), text[2] && h('span', { class: 'star', 'aria-hidden': 'true' }, '*'));

/** A tile to be discarded. @param {string} text @param {() => void} onclick @param {string} key */
export const tileButton = (text, onclick, key) =>
  button(tileFace(text), onclick, { class: `tile suit-${text[1]} can`, 'aria-label': `discard ${tileName(text)}${text[2] ? ', just drawn' : ''}`, 'data-act': text, 'data-key': key });

/** A hand that nothing is picked from. @param {string} cards */
export const held = (cards) => h('div', { class: 'hand', role: 'group', 'aria-label': 'Hand' }, lying(cards, 'no cards left'));

/** The hand of a seat and picking from it: used by the games that shed cards.
 * @param {any} ctx @param {string} hand @param {Map<string, string[]>} plays texts of legal actions by their cards, sorted and joined
 */
export function picker(ctx, hand, plays) {
  const cards = cardsOf(hand).map((c, i, all) => c + (c === 'X' && all.indexOf('X') < i ? '2' : ''));
  const picked = ctx.picked.filter((/** @type {string} */ c) => cards.includes(c));
  const plain = (/** @type {string} */ c) => c.slice(0, c[0] === 'X' ? 1 : 2);
  const has = (/** @type {string} */ key, /** @type {string[]} */ some) => {
    const rest = key.split(' ');
    return some.every((c) => {
      const at = rest.indexOf(plain(c));
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
  };
  const keys = [...plays.keys()];
  const toggle = (/** @type {string} */ c) => {
    ctx.picked = picked.includes(c) ? picked.filter((/** @type {string} */ p) => p !== c) : [...picked, c];
    ctx.redraw();
  };
  const row = h('div', { class: 'hand', role: 'group', 'aria-label': 'Your hand', onkeydown: arrows }, cards.map((c) =>
    pickable(plain(c), picked.includes(c), !picked.includes(c) && keys.some((k) => has(k, [...picked, c])), () => toggle(c), `card ${c}`)));
  return { row, picked: picked.map(plain) };
}

/** The key of a set of cards. @param {string[]} cards */
export const keyOf = (cards) => [...cards].sort().join(' ');

/** Left and right go from card to card. @param {KeyboardEvent} event */
export function arrows(event) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (!step) return;
  const all = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('button')];
  const at = all.indexOf(/** @type {any} */ (document.activeElement));
  all[(at + step + all.length) % all.length]?.focus();
  event.preventDefault();
}
