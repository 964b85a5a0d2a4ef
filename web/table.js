// A table under way: what this seat may know, and its actions.
import { button, h, redraw, short, signed, table as rows } from './dom.js';
import { Connection, keep, kept } from './net.js';
import { GAMES } from './games.js';

/** @param {HTMLElement} main @param {string} id @param {number | null} seat @param {string} [invite] a link's token, opened for the first time */
export function table(main, id, seat, invite) {
  const token = invite ?? (seat === null ? null : kept(id, seat));
  if (seat !== null && !token) {
    main.append(h('p', { class: 'error', role: 'alert' }, 'This browser has no key of that seat. ', h('a', { href: `#/table/${id}` }, 'Watch the table')));
    return () => {};
  }
  const where = h('div', { class: 'table' });
  const note = h('p', { class: 'note', role: 'status' }, 'Connecting …');
  const error = h('p', { class: 'error', role: 'alert' });
  main.append(where, error, note);
  /** @type {any} */
  const ctx = {
    picked: [], amount: null, state: null, seat, sent: -1, lost: false,
    name: (/** @type {number} */ s) => {
      const who = ctx.state?.seats[s];
      return s === ctx.seat ? `You (seat ${s})` : `Seat ${s}${who?.bot ? ` · ${short(who.bot)}` : ''}`;
    },
    act: (/** @type {string} */ text) => {
      // A double click acts once.
      if (ctx.sent === ctx.state.n) return;
      ctx.sent = ctx.state.n;
      error.textContent = '';
      connection.act(ctx.state.n, text);
    },
    redraw: () => draw(where, ctx, id),
  };
  const got = (/** @type {any} */ message) => {
    if (message.type === 'token') {
      keep(id, /** @type {number} */ (seat), message.token);
      history.replaceState(null, '', `#/table/${id}/${seat}`);
    } else if (message.type === 'error') {
      ctx.sent = -1;
      error.textContent = message.text;
    } else {
      if (ctx.state?.n !== message.n) Object.assign(ctx, { picked: [], amount: null });
      if (ctx.state?.n !== message.n) error.textContent = '';
      ctx.state = message;
      ctx.redraw();
    }
  };
  const connection = new Connection(id, { token, ...(invite ? { renew: true } : {}) }, got, (up) => {
    if (!up) ctx.sent = -1;
    note.textContent = up ? '' : 'The connection is lost; coming again …';
  });
  return () => connection.close();
}

/** @param {HTMLElement} where @param {any} ctx @param {string} id */
function draw(where, ctx, id) {
  const s = ctx.state;
  Object.assign(ctx, { turn: s.turn, legal: s.legal, game: s.game });
  const game = GAMES[s.game];
  where.dataset.n = s.n;
  const label = (/** @type {HTMLDetailsElement} */ d) => d.querySelector('summary')?.textContent?.split(' (')[0];
  const opened = new Map([...where.querySelectorAll('details')].map((d) => [label(d), d.open]));
  const drawn = [
    h('h1', {}, s.game, ' ', h('small', {}, s.seat === null ? 'watching' : `seat ${s.seat}`)),
    h('p', { class: `turn-line${s.legal ? ' mine' : ''}`, role: 'status' }, turn(s, ctx)),
    game.view(s.view, ctx),
    s.seat === null ? '' : game.hand(s.view, ctx) ?? '',
    s.over ? ending(s, ctx, id) : '',
    s.legal ? legalList(s, ctx) : '',
    invites(s, id)];
  // Who plays by keyboard finds the hand again when the turn comes back.
  ctx.lost = redraw(where, drawn) || (ctx.lost && document.activeElement === document.body);
  if (ctx.lost && s.legal) where.querySelector('.own button:enabled, .own input')?.focus();
  where.querySelectorAll('details').forEach((d) => { d.open = opened.get(label(d)) ?? d.open; });
}

/** @param {any} s @param {any} ctx */
function turn(s, ctx) {
  if (s.over) return 'The episode is over.';
  return s.legal ? 'Your turn.' : `${ctx.name(s.turn)} is to move${s.seats[s.turn].bot || s.seats[s.turn].here ? '' : ' (not here now)'}.`;
}

/** @param {any} s @param {any} ctx @param {string} id */
function ending(s, ctx, id) {
  return h('section', { class: 'ending', 'aria-label': 'The end' },
    s.forfeit && h('p', { class: 'forfeit' }, `${ctx.name(s.forfeit.seat)} forfeits (${s.forfeit.kind}): ${s.forfeit.detail}`),
    rows(['', 'score'], s.scores.map((/** @type {number} */ x, /** @type {number} */ i) => [ctx.name(i), signed(x)]), 'Scores'),
    h('p', {}, h('a', { class: 'button', href: `#/review/table/${id}` }, 'Review what each seat knew')));
}

/** All legal actions as text, to be clicked: nothing has to be found by trying. @param {any} s @param {any} ctx */
function legalList(s, ctx) {
  const texts = s.legal.slice(0, 400);
  return h('details', { class: 'legal' }, h('summary', {}, `Legal actions (${s.legal.length})`),
    texts.map((/** @type {string} */ t) => (t.includes('..') ? h('span', {}, t) : button(t, () => ctx.act(t), { 'data-key': `legal ${t}` }))));
}

/** Links of seats that others are to open. @param {any} s @param {string} id */
function invites(s, id) {
  const links = s.seats.map((/** @type {any} */ who, /** @type {number} */ i) => {
    const token = who.person && sessionStorage.getItem(`invite ${id} ${i}`);
    if (!token || who.here) return null;
    return h('li', {}, `Seat ${i}: `, h('input', { readonly: true, class: 'link', 'aria-label': `Link of seat ${i}`, value: `${location.origin}/#/join/${id}/${i}/${token}` }));
  }).filter(Boolean);
  return h('details', { class: 'invites', open: links.length > 0 && !s.over }, h('summary', {}, 'Links'),
    h('ul', {}, links, h('li', {}, 'To watch: ', h('input', { readonly: true, class: 'link', 'aria-label': 'Link to watch', value: `${location.origin}/#/table/${id}` }))),
    h('p', {}, h('small', {}, 'A seat’s link is its key, for the first who opens it.')));
}
