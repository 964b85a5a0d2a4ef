// The page in a real browser: every game to its end by clicks, and what a table must survive.
// node --test web/tests; CROUPIER and CHROMIUM name the programs, SHOTS the folder of screenshots.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browser as launch, croupier, serve } from './server.mjs';
import { act, chooser, look, play, start } from './play.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Random cards make pictures of any size: it is checked where they are kept.
const KEPT = !!process.env.SHOTS;
const SHOTS = process.env.SHOTS ?? join(tmpdir(), 'croupier-shots');
const dir = mkdtempSync(join(tmpdir(), 'croupier-web-'));
const [data, runs] = [join(dir, 'tables'), join(dir, 'runs')];
let browser, server;

before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  mkdirSync(runs);
  await croupier('match', 'mini-mahjong', 'greedy', 'tsumogiri', '--blocks', '20', '--quiet', '--out', join(runs, 'first'));
  browser = await launch();
  server = await serve(data, { runs });
});

after(async () => {
  await browser?.close();
  await server?.kill();
});

/** A page of a fresh browser profile that fails the test on any error in its console. */
async function open(t, width = 1280) {
  const context = await browser.newContext({ viewport: { width, height: 720 } });
  const page = await context.newPage();
  const errors = [];
  page.lenient = false;
  page.on('console', (m) => m.type() === 'error' && !page.lenient && errors.push(m.text()));
  page.on('pageerror', (e) => errors.push(String(e)));
  t.after(async () => {
    await context.close();
    assert.deepEqual(errors, [], 'errors in the console');
  });
  return page;
}

/** Fields, buttons and their texts that cover each other: run in the page. */
function overlaps() {
  const shown = [...document.querySelectorAll('main :is(label, select, input, button, small, h1, h2, .seats li)')]
    .map((node) => [node, node.getBoundingClientRect()])
    .filter(([node, box]) => node.checkVisibility() && box.width > 0 && box.height > 0 && !node.classList.contains('picked'));
  const found = [];
  shown.forEach(([a, x], i) => shown.slice(i + 1).forEach(([b, y]) => {
    const [wide, high] = [Math.min(x.right, y.right) - Math.max(x.left, y.left), Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top)];
    if (wide > 2 && high > 2 && !a.contains(b)) found.push(`${a.outerHTML.slice(0, 60)} and ${b.outerHTML.slice(0, 60)}`);
  }));
  return found.slice(0, 5);
}

/** No serious fault of accessibility, and nothing wider than the page. */
async function sound(page, what) {
  // The policy of the page forbids scripts of others: this one comes through the debugger.
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  const serious = found.violations.filter((v) => ['serious', 'critical'].includes(v.impact));
  assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), [], what);
  assert.deepEqual(await page.evaluate(overlaps), [], `${what}: nothing lies over anything else`);
  const [wide, own] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= own, `${what}: ${wide} pixels wide in ${own}`);
}

async function shot(page, name) {
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path });
  assert.ok(!KEPT || statSync(path).size < 60_000, `${name}.png has ${statSync(path).size} bytes`);
}

const GAMES = {
  daifugo: { sets: { deals: '1' }, seats: ['me', 'hard', 'easy', 'easy'] },
  'big-two': { seats: ['me', 'planner', 'hard', 'lowest'] },
  holdem: { sets: { hands: '3' }, seats: ['me', 'random'] },
  go: { sets: { width: '5', height: '5' }, seats: ['me', 'random'] },
  'mini-mahjong': { profile: 'five-tile', seats: ['me', 'greedy'] },
  leduc: { seats: ['me', 'random'] },
  kuhn: { seats: ['me', 'random'] },
};

for (const [game, wanted] of Object.entries(GAMES)) {
  for (const width of [1280, 390]) {
    test(`an episode of ${game} is played to its end by clicks, and reviewed, at ${width} px`, async (t) => {
      const page = await open(t, width);
      await start(page, server.url, { game, ...wanted });
      const choose = chooser(width);
      await play(page, choose, (seen, made) => seen.over || (seen.mine && made > 0));
      await sound(page, `${game} at the table, ${width} px`);
      if (width === 390) await shot(page, `${game}-phone`);
      await play(page, choose);
      await sound(page, `${game} at the end, ${width} px`);
      await page.getByRole('link', { name: 'Review' }).click();
      const next = page.getByRole('button', { name: 'next' });
      await page.getByRole('heading', { name: 'What Seat' }).waitFor();
      await sound(page, `${game} in review, ${width} px`);
      const of = await page.locator('.count').textContent();
      const steps = Number(of.match(/of (\d+)/)[1]);
      assert.ok(steps > 1);
      for (let i = 1; i < Math.min(steps, 6); i++) await next.click();
      await page.locator('.stepper input').fill(String(steps - 1));
      await page.getByRole('heading', { name: 'what every seat knew' }).waitFor();
    });
  }
}

const SHOWN = {
  daifugo: { sets: { deals: '1' }, seats: ['me', 'hard', 'hard', 'easy'], after: 4 },
  'big-two': { seats: ['me', 'hard', 'hard', 'planner'], after: 2 },
  holdem: { profile: 'six', seats: ['me', 'ta', 'call', 'tp', 'la', 'call'], after: 0, prefer: 'c', least: 2 },
  go: { seats: ['me', 'mcts'], after: 8 },
  'mini-mahjong': { profile: 'fourteen-tile', seats: ['me', 'greedy'], after: 6 },
};

test('the tables and a review are worth a look: screenshots', async (t) => {
  const page = await open(t, 860);
  await page.setViewportSize({ width: 860, height: 640 });
  for (const [game, { after: most, prefer, least = 3, ...wanted }] of Object.entries(SHOWN)) {
    await start(page, server.url, { game, ...wanted });
    const any = chooser(7);
    const choose = (texts) => (texts.includes(prefer) ? prefer : any(texts.filter((x) => x !== 'pass' && x !== 'f').length ? texts.filter((x) => x !== 'pass' && x !== 'f') : texts));
    await play(page, choose, (seen, made) => seen.over || (seen.mine && made >= most && seen.legal.length >= least));
    if (game === 'go') await play(page, () => 'E5', (seen, made) => made > 0 || !seen.acts.includes('E5'));
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
    // Less to draw is fewer bytes.
    if (game === 'holdem') await page.locator('.history').first().evaluate((d) => { d.open = false; });
    await shot(page, game);
    if (game !== 'daifugo') continue;
    await play(page, choose);
    await page.getByRole('link', { name: 'Review' }).click();
    // The first decision from the eighth on that had a choice of plays.
    for (let step = 8; ; step++) {
      await page.locator('.stepper input').fill(String(step));
      await page.locator('.count').filter({ hasText: `${step + 1} of` }).waitFor();
      await page.waitForTimeout(200);
      if ((await page.locator('.analysis tbody tr').count()) > 4) break;
    }
    await page.locator('.analysis').evaluate((part) => part.scrollIntoView());
    await page.setViewportSize({ width: 860, height: 480 });
    await page.locator('.analysis').evaluate((part) => part.scrollIntoView());
    await shot(page, 'review');
    await page.setViewportSize({ width: 860, height: 640 });
  }
});

test('an illegal choice is explained and changes nothing', async (t) => {
  const page = await open(t);
  await start(page, server.url, { game: 'big-two', seats: ['me', 'lowest', 'lowest', 'lowest'] });
  await play(page, (texts) => texts.at(-1), (seen) => seen.mine || seen.over);
  const seen = await look(page);
  // Two cards of different ranks are no play.
  const [a] = seen.cards;
  const b = seen.cards.find((c) => c[0] !== a[0]);
  for (const c of [a, b]) await page.locator(`button[data-card="${c}"]`).click();
  await page.locator('[data-key=play]').click();
  const alert = page.locator('.error');
  await alert.filter({ hasText: a }).waitFor();
  assert.equal((await look(page)).n, seen.n, 'nothing has happened');
});

/** A table of Daifugo among four people whose first leader holds cards that can be read in several ways. */
async function ambiguous(page) {
  await page.goto(`${server.url}/#/runs`);
  for (let i = 0; i < 300; i++) {
    const found = await page.evaluate(async () => {
      const wanted = { game: 'daifugo', sets: ['deals=1'], seats: ['person', 'person', 'person', 'person'] };
      const headers = { 'content-type': 'application/json' };
      const made = await (await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(wanted) })).json();
      const state = (token) => new Promise((told) => {
        const socket = new WebSocket(`ws://${location.host}/api/tables/${made.table}/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ hello: { token } }));
        socket.onmessage = (event) => (told(JSON.parse(event.data)), socket.close());
      });
      const { turn } = await state(null);
      const { legal } = await state(made.tokens[turn]);
      return { table: made.table, turn, token: made.tokens[turn], legal };
    });
    const ways = {};
    for (const text of found.legal) (ways[text.split('=')[0]] ??= []).push(text);
    const [several, one] = [Object.entries(ways).find(([, w]) => w.length > 1), Object.entries(ways).find(([cards, w]) => w.length === 1 && cards.length > 2)];
    if (several && one) return { ...found, several, one };
  }
  throw new Error('no hand of 300 can be read in several ways');
}

const inWords = (text) => (text.includes('=run-') ? `as a run from ${text.split('=run-')[1]}` : `as a ${text.split('=')[1]}`);
const pick = async (page, cards) => {
  for (const card of cards.match(/X|../g)) await page.locator(`button[data-card="${card}"][aria-pressed=false]`).first().click();
};

test('cards that can be read in several ways are asked about, others are not, and each reading is played as chosen', async (t) => {
  const page = await open(t, 390);
  // Each reading in turn: the first of one table's cards, the second of another's.
  for (const which of [0, 1]) {
    const { table, turn, token, several: [cards, ways], one: [plain] } = await ambiguous(page);
    await page.goto(`${server.url}/#/join/${table}/${turn}/${token}`);
    await page.locator('.turn-line.mine').waitFor();
    const asked = page.getByRole('group', { name: 'These cards can be read in several ways' });
    await pick(page, plain);
    await page.locator('[data-key=play]:enabled').waitFor();
    assert.equal(await asked.count(), 0, `${plain} has one reading`);
    for (const card of plain.match(/X|../g)) await page.locator(`button[data-card="${card}"][aria-pressed=true]`).first().click();
    await pick(page, cards);
    assert.deepEqual(await asked.getByRole('button').allTextContents(), ways.map(inWords));
    assert.equal(await page.locator('[data-key=play]').count(), 0, 'no button that would choose for the person');
    await sound(page, 'a choice of readings');
    if (which === 0) await shot(page, 'readings-phone');
    await asked.getByRole('button', { name: inWords(ways[which]), exact: true }).click();
    await page.locator('.felt').getByText(inWords(ways[which]), { exact: true }).waitFor();
    const lying = await page.locator('.felt .card').evaluateAll((all) => all.map((c) => c.getAttribute('aria-label')));
    assert.equal(lying.length, cards.match(/X|../g).length);
  }
});

test('an episode is played to its end by the keyboard alone', async (t) => {
  const page = await open(t);
  await start(page, server.url, { game: 'big-two', seats: ['me', 'lowest', 'lowest', 'lowest'] });
  const focused = () => page.evaluate(() => document.activeElement?.dataset?.key ?? '');
  const reach = async (key, by) => {
    for (let i = 0; i < 60 && (await focused()) !== key; i++) await page.keyboard.press(by);
    assert.equal(await focused(), key);
  };
  let made = 0;
  for (;;) {
    await page.waitForFunction(() => document.querySelector('.turn-line.mine') ?? document.querySelector('.ending'));
    const seen = await look(page);
    if (seen.over) break;
    // The focus is in the hand again by itself once it has been there.
    if (made > 0) assert.match(await focused(), /^(card|play|pass)/);
    const text = seen.legal.find((x) => x !== 'pass') ?? 'pass';
    if (text === 'pass') await reach('pass', 'Tab');
    for (const card of text === 'pass' ? [] : text.split(' ')) {
      if (!(await focused()).startsWith('card')) await reach(`card ${seen.cards[0]}`, made > 0 ? 'Shift+Tab' : 'Tab');
      await reach(`card ${card}`, 'ArrowRight');
      await page.keyboard.press('Space');
    }
    if (text !== 'pass') await reach('play', 'Tab');
    await page.keyboard.press('Enter');
    made++;
    await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.n) > n, seen.n);
  }
  assert.ok(made > 3, `${made} decisions`);
});

test('whatever the lobby offers by itself sits down, in every profile of every game', async (t) => {
  const page = await open(t);
  const all = await (await fetch(`${server.url}/api/games`)).json();
  for (const { game, profiles } of all) {
    for (const { name } of profiles) {
      await start(page, server.url, { game, profile: name, seats: [] });
      assert.equal(await page.locator('.error').textContent(), '', `${game} ${name}`);
    }
  }
});

test('a bot by its spec plays, a wrong one is explained by name', async (t) => {
  const page = await open(t);
  await page.goto(`${server.url}/#/`);
  await page.locator('input[name=game][value=go]').check();
  await page.locator('#seat-1').selectOption('spec');
  const spec = page.getByLabel('Spec of the bot at seat 1');
  await spec.fill('mcts:playout=50');
  page.lenient = true;
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.error').filter({ hasText: 'seat 1: unknown bot parameter `playout`, did you mean `playouts`?' }).waitFor();
  page.lenient = false;
  await sound(page, 'a spec in the lobby');
  await spec.fill('mcts:playouts=50');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.seats').getByText('Seat 1 · mcts:playouts=50').waitFor();
});

test('a double click acts once', async (t) => {
  const page = await open(t);
  await start(page, server.url, { game: 'leduc', seats: ['me', 'person'] });
  await page.locator('[data-act=c]').dblclick();
  await page.locator('.table[data-n="1"]').waitFor();
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.error').textContent(), '');
});

test('two people at one table see their own cards alone, a watcher none, and an opened link is spent', async (t) => {
  const [host, guest, watcher, late] = [await open(t), await open(t, 390), await open(t), await open(t)];
  await start(host, server.url, { game: 'holdem', seats: ['me', 'person'] });
  const link = await host.getByLabel('Link of seat 1').inputValue();
  const watch = await host.getByLabel('Link to watch').inputValue();
  await guest.goto(link);
  await guest.locator('.table[data-n]').waitFor();
  await watcher.goto(watch);
  await watcher.locator('.table[data-n]').waitFor();
  assert.equal(await watcher.locator('.hand').count(), 0);
  const hands = await Promise.all([host, guest].map((p) => p.locator('.hand .card').evaluateAll((c) => c.map((x) => x.getAttribute('aria-label')))));
  assert.equal(new Set(hands.flat()).size, 4, 'two cards each, all different');
  for (const [page, other] of [[host, hands[1]], [guest, hands[0]], [watcher, hands.flat()]]) {
    const html = await page.content();
    for (const card of other) assert.ok(!html.includes(card), `${card} is not for this page`);
  }
  late.lenient = true;
  await late.goto(link);
  await late.locator('.error').filter({ hasText: 'no seat here, or it was opened elsewhere' }).waitFor();
  const checkOrCall = (texts) => ['k', 'c'].find((x) => texts.includes(x)) ?? texts[0];
  assert.ok((await play([host, guest], checkOrCall)) >= 8, 'two actions a street');
  await watcher.locator('.ending').waitFor();
});

test('a reload in mid-episode loses nothing', async (t) => {
  const page = await open(t);
  await start(page, server.url, { game: 'big-two', seats: ['me', 'lowest', 'lowest', 'lowest'] });
  await play(page, (texts) => texts[0], (seen, made) => made === 2 && seen.mine);
  const before = await look(page);
  await page.reload();
  await page.locator('.turn-line.mine').waitFor();
  assert.deepEqual(await look(page), before);
  await play(page, (texts) => texts[0]);
});

test('kill -9 and a restart in mid-episode lose nothing, and the page comes back by itself', async (t) => {
  const page = await open(t);
  const own = join(dir, 'killed');
  let mine = await serve(own);
  t.after(() => mine.kill());
  for (const game of ['daifugo', 'mini-mahjong', 'go']) {
    await start(page, mine.url, { game, ...GAMES[game] });
    await play(page, (texts) => texts[0], (seen, made) => seen.over || (made === 2 && seen.mine));
    const before = await look(page);
    page.lenient = true;
    await mine.kill();
    await page.locator('.note').filter({ hasText: 'lost' }).waitFor();
    mine = await serve(own, { port: mine.port });
    await page.locator('.note').filter({ hasText: 'lost' }).waitFor({ state: 'hidden' });
    page.lenient = false;
    assert.deepEqual(await look(page), before);
    await play(page, game === 'go' ? (texts) => (texts.includes('pass') ? 'pass' : texts[0]) : chooser(3));
  }
});

test('bots play among themselves and are watched', async (t) => {
  const page = await open(t);
  await start(page, server.url, { game: 'big-two', seats: ['hard', 'planner', 'lowest', 'highest'] });
  assert.equal(await page.locator('.hand').count(), 0);
  await page.locator('.ending').waitFor();
  await sound(page, 'a watched table');
});

test('the lobby, the runs, a report and an episode of a run open, wide and narrow', async (t) => {
  for (const width of [1280, 390]) {
    const page = await open(t, width);
    await page.goto(`${server.url}/#/`);
    await page.locator('#seat-1').waitFor();
    await sound(page, `the lobby, ${width} px`);
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('link', { name: 'first' }).click();
    const report = page.frameLocator('.report');
    await report.getByRole('heading', { name: 'Running mean' }).waitFor();
    assert.ok((await report.locator('svg').count()) >= 3, 'plots');
    await page.getByRole('link', { name: 'review 3', exact: true }).waitFor();
    await sound(page, `a run, ${width} px`);
    const link = page.getByRole('link', { name: 'review 3', exact: true });
    // Headless Chromium sends a click in the very moment of scrolling to the report's frame, a process of its own.
    await link.scrollIntoViewIfNeeded();
    await page.waitForTimeout(400);
    await link.click();
    await page.getByRole('heading', { name: 'What Seat' }).waitFor();
    await page.getByText('Waits after each discard').waitFor();
  }
});
