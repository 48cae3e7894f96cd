// Behavior of other browsers, simulated.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillInBadge, openDashboard } from '../support/dashboard.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

/** Styles as in a browser with fewer features or another user agent stylesheet. */
const styled = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/**
 * Features that Chrome 121, Firefox 140 or Safari 17.4 (apps/dashboard/README.md) lack, without names that
 * older features share.
 */
const tooNew = {
  js: [
    /\b(?:Temporal|Intl\.DurationFormat|Float16Array|Iterator\.from|RegExp\.escape|Error\.isError|Math\.sumPrecise)\b/,
    /\b(?:Promise\.try|scheduler\.(?:yield|postTask)|requestIdleCallback|show(?:Open|Save)FilePicker|OffscreenCanvas)\b/,
    /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|toBase64|setFromBase64|getOrInsert)\(/,
    /\bUint8Array\.from(?:Base64|Hex)\b/,
    // Array methods are old, iterator helpers aren't.
    /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  ],
  css: [
    /\b(?:field-sizing|interpolate-size|anchor-name|position-anchor|corner-shape|animation-timeline)\s*:/,
    /\b(?:calc-size|sibling-index|sibling-count)\(/,
    /@(?:scope|function|position-try)\b/,
    // Safari 17.4 drops the whole rule.
    /:(?:open|has-slotted|details-content)\b/,
  ],
} as const;
const faultsIn = (kind: keyof typeof tooNew, text: string): string[] =>
  tooNew[kind].flatMap((form) => form.exec(text)?.[0] ?? []);

test('built scripts and styles need no browser newer than the supported versions', async () => {
  for (const [kind, text] of [
    ['js', 'const a=Promise.try(b)'],
    ['js', 'new Map().values().map(c)'],
    ['css', 'textarea{field-sizing:content}'],
    ['css', 'details:open{color:red}'],
  ] as const)
    assert.equal(faultsIn(kind, text).length, 1, text);
  const root = join(import.meta.dirname, '../../../..');
  const dist = join(root, 'apps/dashboard/dist');
  const built = join(dist, (await readFile(join(dist, 'current'), 'utf8')).trim());
  const pages = join(root, 'apps/server/src');
  const problems: string[] = [];
  let files = 0;
  for (const kind of ['js', 'css'] as const)
    for (const folder of [built, pages])
      for await (const file of glob(`**/*.${kind}`, { cwd: folder })) {
        files += 1;
        for (const problem of faultsIn(kind, await readFile(join(folder, file), 'utf8')))
          problems.push(`${file}: ${problem}`);
      }
  assert.ok(files > 100, `${files}`);
  // Libraries use these only where they exist.
  const guarded = ['.toBase64(', 'Uint8Array.fromHex'].map(
    (name) => `verifier/verifier.js: ${name}`,
  );
  assert.deepEqual(problems, guarded);
});

test('the link of a row covers only its row where rows cannot be positioned, as in Safari', async () => {
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

test('a list item aligns with the start of its own language, whatever the language of the list', async () => {
  const owner = await createOwner(instance);
  const criteria = '- فتح صفحتها\n- opened its page';
  const badgeId = await createBadge(owner, await createIssuer(owner), { criteria });
  const { page } = await openDashboard(browser, instance, owner, `/badges/${badgeId}`);
  const looks = async () => {
    await page.getByText('opened its page').waitFor();
    // Firefox and Safari align items like the list, which is aligned like the page.
    await styled(page, '@layer browser { li { text-align: left } }');
    return page.getByText(/opened|فتح/).evaluateAll((items) =>
      items.map((item) => {
        const range = document.createRange();
        range.selectNodeContents(item);
        const [inner, outer] = [range, item.parentElement ?? item].map((one) =>
          one.getBoundingClientRect(),
        );
        // The marker is beside it.
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

test('a share text is fully visible in browsers whose fields do not grow automatically', async () => {
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

test('leaving a submitted form asks nothing when the page renders late, as in Safari', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/badges/new');
  await page.addInitScript(() => {
    const send = MessagePort.prototype.postMessage;
    const late: (() => void)[] = [];
    // Delays React's deferred rendering.
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

test('the message about one step does not cover the control for the next', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const place = `/imports/new?badge=${badgeId}`;
  const { page } = await openDashboard(browser, instance, owner, place);
  await page.getByLabel('File with recipients').setInputFiles({
    ...{ name: 'list.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(
      'name,email,issuedOn\nAda Lovelace,ada@example.org,2026-01-31\nNobody,nowhere,2026-01-31\n',
    ),
  });
  // Toasts stay, however slow the machine.
  await page.evaluate(() => {
    const wait = globalThis.setTimeout;
    Object.assign(globalThis, {
      setTimeout: (act: () => void, ms?: number) => (ms === 5_000 ? 0 : wait(act, ms)),
    });
  });
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await page.getByRole('heading', { level: 2, name: 'Match columns' }).waitFor();
  await next.click();
  await page.getByRole('button', { name: 'Remove rows with errors' }).click();
  const notice = page.getByText('1 row removed');
  for (const width of [1_280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const hit = await notice.evaluate((words) => {
      const { x, y, width, height } = words.getBoundingClientRect();
      return words.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    assert.equal(hit, false, `${width}`);
  }
  await page.setViewportSize({ width: 1_280, height: 900 });
  const [a, b] = await Promise.all([notice.boundingBox(), next.boundingBox()]);
  assert.ok(a && b && (a.x + a.width <= b.x || a.y + a.height <= b.y || a.y >= b.y + b.height));
});

test('when the browser blocks copying, the user sees a message and the text', async () => {
  const owner = await createOwner(instance);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/account');
  const press = page.getByRole('button', { name: 'Account ID' });
  await press.waitFor();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    document.execCommand = () => false;
  });
  await press.click();
  await page.getByText('Your browser blocked copying.').waitFor();
  await page.getByText(owner.accountId, { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});
