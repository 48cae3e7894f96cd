// What other browsers do otherwise than the one of these tests, done to its pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillInBadge, openDashboard } from '../support/dashboard.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { instanceWithBrowser } from '../support/setting.ts';

const { instance, browser } = await instanceWithBrowser();

/** As a browser would have it that knows less or has other sheets of its own. */
const styled = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

test('the link of a row ends with its row where a row cannot be positioned, as in Safari', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  for (const name of ['Ada Lovelace', 'Grace Hopper'])
    await issueAward(owner, badgeId, { recipient: { name, email: 'someone@example.org' } });
  const { page, complaints } = await openDashboard(browser, instance, owner, '/credentials');
  await page.getByRole('row').nth(2).waitFor();
  await styled(page, 'tr { position: static !important }');
  const { row, other } = await page.evaluate(() => {
    const linkAt = (element: Element | null | undefined) => {
      const { right, y, height } = element?.getBoundingClientRect() ?? new DOMRect();
      const hit = document.elementFromPoint(right - 5, y + height / 2);
      return hit?.closest('tr a')?.textContent;
    };
    const first = document.querySelector('tbody tr');
    return { row: [linkAt(first), first?.textContent], other: linkAt(document.body) };
  });
  assert.ok(row[0] && row[1]?.includes(row[0]), `${row}`);
  assert.equal(other, undefined);
  await page.getByRole('link', { name: 'Issue', exact: true }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Issue a credential' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('an item of a list stands where its language begins, whatever the list’s is', async () => {
  const owner = await createOwner(instance);
  const criteria = '- فتح صفحتها\n- opened its page';
  const badgeId = await createBadge(owner, await createIssuer(owner), { criteria });
  const { page } = await openDashboard(browser, instance, owner, `/badges/${badgeId}`);
  const looks = async () => {
    await page.getByText('opened its page').waitFor();
    // Firefox and Safari: as the list is aligned, which is aligned as the page.
    await styled(page, '@layer browser { li { text-align: left } }');
    return page.getByText(/opened|فتح/).evaluateAll((items) =>
      items.map((item) => {
        const letters = document.createRange();
        letters.selectNodeContents(item);
        const [inner, outer] = [letters, item.parentElement ?? item].map((one) =>
          one.getBoundingClientRect(),
        );
        // Beside it stands the mark.
        const room = getComputedStyle(item).direction === 'rtl' ? 'right' : 'left';
        return Math.abs((inner?.[room] ?? 0) - (outer?.[room] ?? 0));
      }),
    );
  };
  const within = (rooms: number[]) => {
    assert.equal(rooms.length, 2);
    for (const room of rooms) assert.ok(room >= 15 && room <= 40, `${rooms}`);
  };
  within(await looks());
  await page.goto(`${instance.url}/badge/${badgeId}`);
  within(await looks());
});

test('a share text is seen whole where a field does not grow by itself', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page, complaints } = await openDashboard(browser, instance, owner, `/badges/${badgeId}`);
  await page.setViewportSize({ width: 360, height: 800 });
  await styled(page, 'textarea { field-sizing: fixed !important }');
  const field = page.getByRole('textbox', { name: 'Share text' });
  const isWhole = () =>
    page.waitForFunction(() => {
      const text = document.querySelector('textarea');
      return text && text.clientHeight > 0 && text.scrollHeight <= text.clientHeight + 1;
    });
  await isWhole();
  await field.fill('I have learned very much, and may say so to everybody who asks me. '.repeat(4));
  await isWhole();
  assert.deepEqual(complaints, []);
});

test('what was sent is left without a question where the page is drawn late, as in Safari', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/badges/new');
  await page.addInitScript(() => {
    const send = MessagePort.prototype.postMessage;
    const late: (() => void)[] = [];
    // What React draws in its own time waits for this.
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      if (document.documentElement.hasAttribute('data-late'))
        late.push(() => send.call(this, message));
      else send.call(this, message);
    };
    addEventListener('drawn', () => {
      document.documentElement.removeAttribute('data-late');
      for (const post of late.splice(0)) post();
    });
  });
  await page.reload();
  await fillInBadge(page, 'Sailing');
  await page.route('**/badges', async (route) => {
    const response = await route.fetch();
    await page.evaluate(() => document.documentElement.setAttribute('data-late', ''));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Create badge' }).click();
  await page.waitForURL(/badges\/[\da-f-]{36}$/);
  await page.evaluate(() => dispatchEvent(new Event('drawn')));
  await page.getByRole('heading', { level: 1, name: 'Sailing' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(complaints, []);
});
