// Which page the address asks for.
import { h } from './dom.js';
import { lobby } from './lobby.js';
import { table } from './table.js';
import { review } from './review.js';
import { runs, run } from './runs.js';

/** @type {() => void} */
let leave = () => {};

async function route() {
  leave();
  leave = () => {};
  const [name, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  // A page that comes late, when another was asked for since, fills a box that nobody sees.
  const page = h('div');
  document.getElementById('main')?.replaceChildren(page);
  /** @type {() => void} */
  let left = () => {};
  try {
    if (name === '') await lobby(page);
    else if (name === 'table') left = table(page, rest[0], rest[1] === undefined ? null : Number(rest[1]));
    else if (name === 'join') left = table(page, rest[0], Number(rest[1]), rest[2]);
    else if (name === 'review') left = await review(page, rest);
    else if (name === 'runs' && rest[0]) await run(page, rest[0], Number(rest[1] ?? 0));
    else if (name === 'runs') await runs(page);
    else throw new Error('there is no such page');
  } catch (error) {
    page.replaceChildren(h('p', { class: 'error', role: 'alert' }, String(/** @type {Error} */ (error).message)));
  }
  if (page.isConnected) leave = left;
  else left();
}

addEventListener('hashchange', route);
route();
