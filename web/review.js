// A review: step by step what the seat to move knew, with its game's analysis.
import { append, button, h, short, signed, table } from './dom.js';
import { ask } from './net.js';
import { GAMES } from './games.js';

/** @param {HTMLElement} main @param {string[]} path `table ID [STEP]` or `run NAME N [STEP]` */
export async function review(main, path) {
  const of = path[0] === 'run'
    ? { url: `/api/runs/${encodeURIComponent(path[1])}/episodes/${path[2]}`, step: (/** @type {number} */ i) => `/${i}`, hash: `#/review/run/${encodeURIComponent(path[1])}/${path[2]}`, at: path[3] }
    : { url: `/api/tables/${path[1]}/review`, step: (/** @type {number} */ i) => `/${i}`, hash: `#/review/table/${path[1]}`, at: path[2] };
  const all = await ask(of.url);
  const steps = [...all.decisions.map((/** @type {any} */ d) => d.step), all.last];
  let at = Math.max(0, steps.indexOf(Number(of.at ?? steps[0])));
  const name = (/** @type {number} */ s) => `Seat ${s} · ${short(all.agents[s])}`;
  const shown = h('div', { class: 'table' });
  const slider = h('input', { type: 'range', min: 0, max: steps.length - 1, value: at, 'aria-label': 'Step', oninput: () => go(Number(slider.value)) });
  const count = h('span', { class: 'count' });
  append(main, h('h1', {}, `Review · ${all.game}`, ' ', h('small', {}, `luck ${all.luck}`)),
    table(['', 'score'], all.scores.map((/** @type {number} */ x, /** @type {number} */ i) => [`Seat ${i} · ${all.agents[i]}`, signed(x)]), 'Scores'),
    all.end !== 'over' && h('p', { class: 'forfeit' }, `${name(all.end.forfeit.seat)} forfeits (${all.end.forfeit.fault}): ${all.end.forfeit.detail}`),
    h('div', { class: 'stepper' }, button('‹ back', () => go(at - 1), { 'data-key': 'back' }), slider, button('next ›', () => go(at + 1), { 'data-key': 'next' }), count),
    shown);
  let wanted = 0;
  const go = async (/** @type {number} */ to) => {
    at = Math.min(steps.length - 1, Math.max(0, to));
    slider.value = String(at);
    count.textContent = `${at + 1} of ${steps.length}`;
    history.replaceState(null, '', `${of.hash}/${steps[at]}`);
    const mine = ++wanted;
    const step = await ask(of.url + of.step(steps[at])).catch((e) => ({ error: e.message }));
    if (mine === wanted) shown.replaceChildren(...show(step, all, name));
  };
  const keys = (/** @type {KeyboardEvent} */ e) => {
    if (e.target instanceof HTMLInputElement) return;
    if (e.key === 'ArrowLeft') go(at - 1);
    if (e.key === 'ArrowRight') go(at + 1);
  };
  addEventListener('keydown', keys);
  await go(at);
  return () => removeEventListener('keydown', keys);
}

/** @param {any} step @param {any} all @param {(s: number) => string} name @returns {any[]} */
function show(step, all, name) {
  if (step.error) return [h('p', { class: 'error', role: 'alert' }, step.error)];
  const game = GAMES[all.game];
  const ctx = { name, game: all.game, turn: step.seat, legal: null, picked: [], redraw() {}, act() {}, seat: step.seat, analysis: step.analysis };
  if (step.views) {
    return [h('h2', {}, 'The end: what every seat knew'), game.view(step.public, { ...ctx, seat: null }),
      h('div', { class: 'all' }, step.views.map((/** @type {any} */ v, /** @type {number} */ s) => h('section', {}, h('h3', {}, name(s)), game.hand(v, { ...ctx, seat: s }) ?? ''))),
      text(step.texts.join('\n\n'))];
  }
  return [
    h('h2', {}, `What ${name(step.seat)} knew`), h('p', { class: 'turn-line' }, 'It did: ', game.said(step.action, step.view, ctx)),
    game.view(step.view, ctx), game.hand(step.view, ctx) ?? '',
    step.analysis ? h('section', { class: 'analysis' }, h('h3', {}, 'Analysis'), game.analysis(step.analysis, ctx) ?? '') : '',
    h('details', {}, h('summary', {}, `It could do (${step.legal.length})`), h('p', { class: 'texts' }, step.legal.slice(0, 400).join(' · '))),
    text(step.text),
  ];
}

/** @param {string} t */
const text = (t) => h('details', {}, h('summary', {}, 'The same as text'), h('pre', { tabindex: 0 }, t));
