// Runs: their list, each one's report, its episodes.
import { h, signed, table } from './dom.js';
import { ask } from './net.js';

/** @param {HTMLElement} main */
export async function runs(main) {
  const all = await ask('/api/runs');
  main.append(h('h1', {}, 'Runs'), all.runs.length === 0
    ? h('p', {}, `There are no runs in ${all.folder} yet: `, h('code', {}, `croupier match … --out ${all.folder}/NAME`))
    : table(['run', 'game', 'kind', 'bots', 'blocks'], all.runs.map((/** @type {any} */ r) => (r.error
      ? [r.run, h('span', { class: 'error' }, r.error), '', '', '']
      : [h('a', { href: `#/runs/${encodeURIComponent(r.run)}` }, r.run), `${r.game} ${r.profile}`, r.kind, r.bots.join(', '), r.blocks])), `Runs in ${all.folder}`));
}

/** @param {HTMLElement} main @param {string} name @param {number} from */
export async function run(main, name, from) {
  const url = `/api/runs/${encodeURIComponent(name)}`;
  main.append(h('h1', {}, `Run ${name}`),
    h('iframe', { class: 'report', src: `${url}/report`, title: `Report of run ${name}`, sandbox: '' }),
    h('p', {}, h('a', { href: `${url}/report` }, 'The report alone')));
  const page = await ask(`${url}/episodes/from/${from}`);
  const link = (/** @type {number} */ to, /** @type {string} */ label) => h('a', { href: `#/runs/${encodeURIComponent(name)}/${to}` }, label);
  main.append(h('h2', {}, 'Episodes'),
    table(['episode', 'place in the run', 'who sat where', 'scores', 'end'], page.episodes.map((/** @type {any} */ e) => [
      h('a', { href: `#/review/run/${encodeURIComponent(name)}/${e.episode}` }, `review ${e.episode}`),
      e.place ? `block ${e.place.block}, seating ${e.place.seating}` : '', e.agents.join(', '), e.scores.map(signed).join(' '),
      e.end === 'over' ? 'by the rules' : `forfeit of seat ${e.end.forfeit.seat}: ${e.end.forfeit.fault}`]), 'Episodes of the run'),
    h('p', {}, from > 0 && link(Math.max(0, from - 100), '‹ earlier'), ' ', page.more && link(from + 100, 'later ›')));
}
