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
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const [page, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  main.replaceChildren();
  try {
    if (page === '') await lobby(main);
    else if (page === 'table') leave = table(main, rest[0], rest[1] === undefined ? null : Number(rest[1]));
    else if (page === 'join') leave = table(main, rest[0], Number(rest[1]), rest[2]);
    else if (page === 'review') leave = await review(main, rest);
    else if (page === 'runs' && rest[0]) await run(main, rest[0], Number(rest[1] ?? 0));
    else if (page === 'runs') await runs(main);
    else throw new Error('there is no such page');
  } catch (error) {
    main.replaceChildren(h('p', { class: 'error', role: 'alert' }, String(/** @type {Error} */ (error).message)));
  }
}

addEventListener('hashchange', route);
route();
