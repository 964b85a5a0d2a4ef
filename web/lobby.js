// The lobby: which game by which rules, and who sits where.
import { button, h, redraw, table } from './dom.js';
import { ask, keep } from './net.js';

/** @param {HTMLElement} main */
export async function lobby(main) {
  const games = await ask('/api/games');
  const form = h('div', { class: 'lobby' });
  const order = ['daifugo', 'big-two', 'holdem', 'go', 'mini-mahjong', 'leduc', 'kuhn'];
  games.sort((/** @type {any} */ a, /** @type {any} */ b) => order.indexOf(a.game) - order.indexOf(b.game));
  const choice = { game: games[0], profile: '', sets: /** @type {Record<string, string>} */ ({}), seats: /** @type {string[]} */ ([]) };
  const draw = () => redraw(form, fields(games, choice, draw));
  choose(choice, games[0]);
  draw();
  main.replaceChildren(h('h1', {}, 'A new table'), form);
}

/** @param {any} choice @param {any} game */
function choose(choice, game) {
  Object.assign(choice, { game, profile: game.profiles[0].name, sets: {} });
  seat(choice);
}

/** How many seats the rules chosen have: of the switch that says so, else of the profile. @param {any} choice */
function seatCount(choice) {
  const own = choice.sets.players ?? choice.sets.seats;
  const profile = choice.game.profiles.find((/** @type {any} */ p) => p.name === choice.profile);
  return Math.min(10, Math.max(2, Number(own ?? profile.seats) || profile.seats));
}

/** Whether a bot sits down only when told more: which file to read. @param {any} bot */
const needy = (bot) => bot.parameters.some((/** @type {any} */ p) => p.key === 'file' && p.default === '');

/** The strongest bot that plays as it is. @param {any} choice */
function strongest(choice) {
  // Hold'em's strongest three know one opponent alone.
  if (choice.game.game === 'holdem' && seatCount(choice) > 2) return 'ta';
  return choice.game.bots.findLast((/** @type {any} */ b) => !needy(b)).name;
}

/** Seats a person first, then the strongest bot. @param {any} choice */
function seat(choice) {
  const bot = strongest(choice);
  choice.seats = Array.from({ length: seatCount(choice) }, (_, i) => (i === 0 ? 'me' : bot));
}

/** @param {any[]} games @param {any} choice @param {() => void} draw @returns {any[]} */
function fields(games, choice, draw) {
  const game = choice.game;
  const profile = game.profiles.find((/** @type {any} */ p) => p.name === choice.profile);
  const problem = h('p', { class: 'error', role: 'alert' });
  return [
    h('fieldset', { class: 'games' }, h('legend', {}, 'Game'), games.map((g) =>
      h('label', { class: 'pick' }, h('input', {
        type: 'radio', name: 'game', value: g.game, checked: g === game, 'data-key': g.game, onchange: () => (choose(choice, g), draw()),
      }), h('span', {}, h('strong', {}, g.game), h('small', {}, g.about))))),
    h('div', { class: 'field' }, h('label', { for: 'profile' }, 'Profile'),
      h('select', { id: 'profile', 'data-key': 'profile', onchange: (/** @type {any} */ e) => {
        choice.profile = e.target.value;
        choice.sets = {};
        seat(choice);
        draw();
      } }, game.profiles.map((/** @type {any} */ p) =>
        h('option', { value: p.name, selected: p.name === choice.profile }, p.name))),
      h('small', {}, profile.about)),
    game.switches.length > 0 && h('details', { class: 'switches', open: Object.keys(choice.sets).length > 0 },
      h('summary', {}, 'Switches of the rules'),
      game.switches.map((/** @type {any} */ s) => switchField(s, choice, profile.config, draw))),
    h('fieldset', { class: 'sitters' }, h('legend', {}, 'Who sits where'),
      choice.seats.map((/** @type {string} */ who, /** @type {number} */ i) => seatField(choice, who, i, draw))),
    h('p', {}, button('Start', async () => {
      try {
        await start(choice);
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
      }
    }, { class: 'main' })),
    problem,
  ];
}

/** The text of a configuration's value as switches are written. @param {any} value */
const written = (value) => (Array.isArray(value) ? value.join('+') || 'none' : value === null ? '' : String(value));

/** @param {any} s @param {any} choice @param {any} config @param {() => void} draw */
function switchField(s, choice, config, draw) {
  const now = choice.sets[s.key] ?? written(config[s.key]);
  const set = (/** @type {any} */ e) => {
    if (e.target.value === written(config[s.key]) || e.target.value === '') delete choice.sets[s.key];
    else choice.sets[s.key] = e.target.value;
    if (['players', 'seats'].includes(s.key)) (seat(choice), draw());
  };
  const id = `switch-${s.key}`;
  const input = s.choices
    ? h('select', { id, 'data-key': id, onchange: set }, s.choices.map((/** @type {string} */ c) => h('option', { value: c, selected: c === now }, c)))
    : h('input', { id, 'data-key': id, value: now, onchange: set, autocomplete: 'off' });
  return h('div', { class: 'field' }, h('label', { for: id }, s.key), input, h('small', {}, `${s.help}; ${s.allowed}`));
}

/** @param {any} choice @param {string} who @param {number} i @param {() => void} draw */
function seatField(choice, who, i, draw) {
  const bots = choice.game.bots;
  const bot = bots.find((/** @type {any} */ b) => b.name === who.split(':')[0]);
  const person = ['me', 'person'].includes(who);
  const spec = !person && (!bot || who.includes(':'));
  const id = `seat-${i}`;
  const change = (/** @type {any} */ e) => {
    const to = e.target.value;
    if (to === 'me') choice.seats = choice.seats.map((/** @type {string} */ s) => (s === 'me' ? 'person' : s));
    const told = bots.find((/** @type {any} */ b) => b.name === to && needy(b));
    if (to === 'spec') choice.seats[i] = `${bot?.name ?? strongest(choice)}:`;
    else choice.seats[i] = told ? `${to}:file=` : to;
    draw();
  };
  const parameters = () => bot && h('details', { class: 'wide-field' }, h('summary', {}, `Parameters of ${bot.name}, as in ${bot.name}:key=value,key=value`),
    table(['key', 'default', 'allowed', ''], bot.parameters.map((/** @type {any} */ p) => [p.key, String(p.default), p.allowed, p.help]), `Parameters of ${bot.name}`));
  return h('div', { class: 'field' }, h('label', { for: id }, `Seat ${i}`),
    h('select', { id, 'data-key': id, onchange: change },
      h('option', { value: 'me', selected: who === 'me' }, 'me'),
      h('option', { value: 'person', selected: who === 'person' }, 'another person'),
      bots.map((/** @type {any} */ b) => h('option', { value: b.name, selected: who === b.name }, `bot ${b.name}`)),
      h('option', { value: 'spec', selected: spec }, 'bot with parameters …')),
    h('small', {}, bot?.about ?? ''),
    spec && h('input', { value: who, class: 'wide-field', 'aria-label': `Spec of the bot at seat ${i}`, oninput: (/** @type {any} */ e) => { choice.seats[i] = e.target.value; } }),
    spec && parameters());
}

/** @param {any} choice */
async function start(choice) {
  const seats = choice.seats.map((/** @type {string} */ s) => (['me', 'person'].includes(s) ? 'person' : { bot: s.replace(/:$/, '') }));
  const sets = Object.entries(choice.sets).map(([key, value]) => `${key}=${value}`);
  const made = await ask('/api/tables', { game: choice.game.game, profile: choice.profile, sets, seats });
  const me = choice.seats.indexOf('me');
  made.tokens.forEach((/** @type {string | null} */ token, /** @type {number} */ i) => {
    if (!token) return;
    if (i === me) keep(made.table, i, token);
    else sessionStorage.setItem(`invite ${made.table} ${i}`, token);
  });
  location.hash = me < 0 ? `#/table/${made.table}` : `#/table/${made.table}/${me}`;
}
