import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findHeading, openDashboard } from '../support/dashboard.ts';
import { createBadge, createIssuer, createOwner, type Owner, password } from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

// Ids of accounts may contain “ada”.
const theirs = /ada love|ada@|ada’s|grace|class of/i;

/** Browser storage visible to this tab. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const storage: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        storage.push(await answer(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    return JSON.stringify(storage);
  });

/** Two tabs with every kind of stored data. */
async function atWork(owner: Owner): Promise<{ page: Page; other: Page }> {
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/imports/new');
  const work = { kind: 'job', id: 'a', label: 'Revoke those of Grace', accountId: owner.accountId };
  await page.evaluate((one) => {
    localStorage.setItem('insignia.jobs', JSON.stringify([{ ...one, hasEnded: true }]));
    localStorage.setItem('insignia.theme', 'dark');
  }, work);
  await page.getByLabel('File with recipients').setInputFiles({
    name: 'class of 2026.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Ada’s mail,Issued\nAda Lovelace,ada@example.org,2026-01-01\n'),
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check rows' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${instance.url}/app/${owner.accountId}/account`);
  await other.getByRole('textbox', { name: 'Name' }).fill('Class of Ada');
  for (const tab of [page, other]) assert.match(await keptIn(tab), theirs);
  return { page, other };
}

async function assertForgotten(...tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) assert.doesNotMatch(await keptIn(tab), theirs);
}

test('signing out removes all personal data from the browser and ends the display in other tabs', async () => {
  const { page, other } = await atWork(await createOwner(instance));
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [page, other]) await findHeading(tab, 'Sign in').waitFor();
  await assertForgotten(page, other);
  assert.equal(await page.evaluate(() => localStorage.getItem('insignia.theme')), 'dark');
});

test('signing out by a plain form removes all personal data too', async () => {
  const { page } = await atWork(await createOwner(instance));
  // As on an invitation for another address.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/sign-out',
    });
    document.body.append(form);
    form.submit();
  });
  await findHeading(page, 'Sign in').waitFor();
  await assertForgotten(page);
});

test('deleting the account removes all personal data too', async () => {
  const owner = await createOwner(instance);
  const { page, other } = await atWork(owner);
  await page.goto(`${instance.url}/app/${owner.accountId}/account?do=delete`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(owner.name);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  for (const tab of [page, other]) await findHeading(tab, 'Sign in').waitFor();
  await assertForgotten(page, other);
});

test('a user who signs in after another finds none of their data, and the same user finds all', async () => {
  const [owner, next] = [await createOwner(instance), await createOwner(instance)];
  const { page, other } = await atWork(owner);
  const signIn = async ({ email }: Owner) => {
    await page.context().clearCookies();
    await page.goto(`${instance.url}/sign-in`);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await findHeading(page, 'Overview').waitFor();
  };
  await signIn(owner);
  for (const tab of [page, other]) assert.match(await keptIn(tab), theirs);
  await signIn(next);
  await other.waitForURL(`${instance.url}/app/${next.accountId}`);
  await findHeading(other, 'Overview').waitFor();
  await assertForgotten(page, other);
});

test('a page restored from the back/forward cache after signing out is not shown', async () => {
  const { page } = await openDashboard(browser, instance, await createOwner(instance));
  // Simulates a restore from the back/forward cache, which this browser lacks.
  await page.evaluate(() => {
    localStorage.removeItem('insignia.person');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await findHeading(page, 'Sign in').waitFor();
});
