// Playing by clicks.

/** Fills in the lobby and starts. Seats: `me`, `person` or a bot's name. */
export async function start(page, url, { game, profile, sets = {}, seats }) {
  await page.goto(`${url}/#/`);
  await page.locator(`input[name=game][value="${game}"]`).check();
  if (profile) await page.locator('#profile').selectOption(profile);
  if (Object.keys(sets).length) await page.locator('.switches summary').click();
  for (const [key, value] of Object.entries(sets)) {
    const field = page.locator(`#switch-${key}`);
    if (await field.evaluate((f) => f.tagName === 'SELECT')) await field.selectOption(value);
    else {
      await field.fill(value);
      await field.blur();
    }
  }
  for (const [i, who] of seats.entries()) await page.locator(`#seat-${i}`).selectOption(who);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.table[data-n]').waitFor();
}

/** What the table shows: the number of decisions, whether it is this seat's turn, the legal texts, whether it is over. */
export const look = (page) => page.evaluate(() => {
  const table = document.querySelector('.table');
  return {
    n: Number(table?.dataset.n ?? -1),
    over: !!document.querySelector('.ending'),
    mine: !!document.querySelector('.turn-line.mine'),
    legal: [...document.querySelectorAll('.legal [data-key]')].map((b) => b.dataset.key.slice(6)),
    acts: [...document.querySelectorAll('[data-act]')].map((b) => b.dataset.act),
    cards: [...document.querySelectorAll('button[data-card]')].map((b) => b.dataset.card),
  };
});

const cardsOf = (text) => text.match(/X|[2-9TJQKA][cdhs]/g) ?? [];

/** Does one action by clicks: `choose` picks one of the texts. */
export async function act(page, seen, choose) {
  const texts = seen.cards.length ? seen.legal : seen.acts;
  const text = choose(texts.length ? texts : seen.legal, seen);
  const direct = page.locator(`[data-act="${text}"]`);
  if (!seen.acts.includes(text) && seen.cards.length) {
    const times = {};
    for (const card of cardsOf(text)) {
      const at = (times[card] = (times[card] ?? -1) + 1);
      const button = page.locator(`button[data-card="${card}"]`).nth(at);
      if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
    }
    if (await direct.count()) await direct.first().click();
    else await page.locator('[data-key=play]').click();
  } else await direct.first().click();
  return text;
}

/** Plays on until `until(look)`, or to the end of the episode; the number of own actions. */
export async function play(pages, choose, until = () => false) {
  const list = [pages].flat();
  let made = 0;
  for (const deadline = Date.now() + 120_000; ;) {
    if (Date.now() > deadline) throw new Error('the episode does not end');
    let all = true;
    for (const page of list) {
      const seen = await look(page);
      if (until(seen, made)) return made;
      all &&= seen.over;
      if (!seen.mine) continue;
      await act(page, seen, choose);
      made++;
      await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.n) > n, seen.n, { timeout: 20_000 });
    }
    if (all) return made;
    await list[0].waitForTimeout(15);
  }
}

/** A choice by a small generator of its own, so that a run of the tests can be had again. */
export function chooser(seed = 1) {
  let x = seed;
  return (texts) => {
    x = (x * 48271) % 2147483647;
    return texts[x % texts.length];
  };
}
