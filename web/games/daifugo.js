// Daifugo.
import { button, h, percent, table } from '../dom.js';
import { cardsOf, held, keyOf, lying, picker, slot, suitNames } from '../cards.js';

/** A reading in words. @param {string} text */
const reading = (text) => {
  const [, as] = text.split('=');
  return !as ? text : as.startsWith('run-') ? `as a run from ${as.slice(4)}` : `as a ${as}`;
};

/** An action in words. @param {string} text */
const said = (text) => (text === 'pass' ? text : [text.match(/^[a-z]+ /)?.[0], lying(text), text.includes('=') && ` ${reading(text)}`]);

/** @param {any} v @param {any} ctx */
function view(v, ctx) {
  const t = v.table;
  const seats = t.next.length ? t.left.map((/** @type {number} */ _, /** @type {number} */ i) => i) : [];
  const state = (/** @type {number} */ s) => [
    v.ranks[s], t.passed.includes(s) && 'passed', t.finished.includes(s) && `finished ${t.finished.indexOf(s) + 1}.`,
    t.fouled.includes(s) && 'fouled', t.fallen === s && 'fallen', t.owner === s && 'owns the field',
  ].filter(Boolean).join(', ');
  const flags = [t.field.lock && `suits locked: ${suitNames(t.field.lock)}`, t.field.revolution && 'revolution', t.field.back && 'jack-back']
    .filter(Boolean).join(' · ');
  return h('div', {},
    h('ul', { class: 'seats' }, seats.map((/** @type {number} */ s) =>
      h('li', { class: ctx.turn === s ? 'turn' : '' }, h('strong', {}, ctx.name(s)), ` ${t.left[s]} cards`, h('small', {}, state(s))))),
    h('div', { class: 'felt' }, h('p', {}, t.field.play ? `Field, of ${ctx.name(t.owner)}` : 'The field is empty'),
      t.field.play ? lying(t.field.play) : slot(),
      t.field.play?.includes('=') && h('p', {}, reading(t.field.play)), flags && h('p', { class: 'flags' }, flags),
      h('p', {}, h('small', {}, `${v.blind} cards lie blind`))),
    v.gave && v.gave !== '-' && h('p', {}, 'You gave ', lying(v.gave), v.got !== '-' && [' and got ', lying(v.got)]),
    h('details', { class: 'history' }, h('summary', {}, `What happened in this deal (${v.events.length})`),
      h('ol', {}, v.events.map((/** @type {string} */ e) => h('li', {}, event(e, ctx))))));
}

/** @param {string} text @param {any} ctx */
function event(text, ctx) {
  if (text === 'clear') return 'the field clears';
  const [seat, what] = [Number(text.split(' ')[0]), text.split(' ')[1]];
  const other = { pass: 'passes', finish: 'finishes', foul: 'fouls', fall: 'falls' }[what];
  return [ctx.name(seat), ' ', other ?? ['plays ', said(what)]];
}

/** @param {any} v @param {any} ctx */
function hand(v, ctx) {
  if (!ctx.legal) return h('div', { class: 'own' }, held(v.hand));
  const verb = v.stage === 'give' ? 'give ' : v.stage === 'return' ? 'return ' : '';
  const legal = /** @type {string[]} */ (ctx.legal);
  /** @type {Map<string, string[]>} */
  const plays = new Map();
  for (const text of legal.filter((t) => t !== 'pass')) {
    const key = keyOf(cardsOf(text));
    plays.set(key, [...(plays.get(key) ?? []), text]);
  }
  const { row, picked } = picker(ctx, v.hand, plays);
  const ways = plays.get(keyOf(picked)) ?? [];
  const text = verb + picked.join('');
  return h('div', { class: 'own' }, row, h('div', { class: 'actions' },
    ways.length > 1
      ? h('div', { class: 'ways', role: 'group', 'aria-label': 'These cards can be read in several ways' }, 'Play them ',
        ways.map((w) => button(reading(w), () => ctx.act(w), { class: 'main', 'data-act': w, 'data-key': w })))
      : button(verb ? verb.trim() : 'Play', () => ctx.act(ways[0] ?? text), { class: 'main', 'data-key': 'play', disabled: picked.length === 0 }),
    legal.includes('pass') && button('Pass', () => ctx.act('pass'), { 'data-act': 'pass', 'data-key': 'pass' })));
}

/** @param {any} a @param {any} ctx */
function analysis(a, ctx) {
  if (a.error) return h('p', {}, a.error);
  const l = a.ledger;
  const names = (/** @type {number[]} */ s) => s.map(ctx.name).join(', ') || 'nobody';
  return h('div', {},
    h('h3', {}, 'What the seat can count'),
    h('dl', {},
      h('dt', {}, 'Seen'), h('dd', {}, lying(l.public)),
      h('dt', {}, 'Unknown'), h('dd', {}, lying(l.unknown)),
      l.known.map((/** @type {string} */ k, /** @type {number} */ s) => k !== '-' && [h('dt', {}, `Known to be at ${ctx.name(s)}`), h('dd', {}, lying(k))]),
      h('dt', {}, 'May answer the field'), h('dd', {}, names(a.responders))),
    a.plays.length > 0 && table(['play', 'risk of an answer', 'who may still play', ''], a.plays.map((/** @type {any} */ p) => [
      [lying(p.play), p.play.includes('=') && ` ${reading(p.play)}`],
      p.holds ? 'none: it holds' : percent(p.risk), names(p.responders), [p.clears && 'clears', p.turns && 'revolution'].filter(Boolean).join(', '),
    ]), 'Risk of each legal play'));
}

export default { view, hand, analysis, said };
