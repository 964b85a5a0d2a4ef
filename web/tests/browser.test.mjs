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

/** No serious fault of accessibility, and nothing wider than the page. */
async function sound(page, what) {
  // The policy of the page forbids scripts of others: this one comes through the debugger.
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  const serious = found.violations.filter((v) => ['serious', 'critical'].includes(v.impact));
  assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), [], what);
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
  holdem: { profile: 'six', seats: ['me', 'random', 'random', 'random', 'random', 'random'], after: 1, prefer: 'c' },
  go: { seats: ['me', 'mcts'], after: 8 },
  'mini-mahjong': { profile: 'fourteen-tile', seats: ['me', 'greedy'], after: 6 },
};

test('the tables and a review are worth a look: screenshots', async (t) => {
  const page = await open(t, 860);
  await page.setViewportSize({ width: 860, height: 640 });
  for (const [game, { after: most, prefer, ...wanted }] of Object.entries(SHOWN)) {
    await start(page, server.url, { game, ...wanted });
    const any = chooser(7);
    const choose = (texts) => (texts.includes(prefer) ? prefer : any(texts.filter((x) => x !== 'pass' && x !== 'f').length ? texts.filter((x) => x !== 'pass' && x !== 'f') : texts));
    await play(page, choose, (seen, made) => seen.over || (seen.mine && made >= most && seen.legal.length > 2));
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
