import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './support/browser.ts';
import { assertOk } from './support/client.ts';
import { heading, lookEverywhere, openDashboard } from './support/dashboard.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([
    startInstance({
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      WEBHOOK_RETRY_SCHEDULE: '50ms,50ms',
    }),
    openBrowser(),
  ]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

/** Mails a credential there. */
async function mailTo(owner: Owner, email: string): Promise<void> {
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId);
  assertOk(await owner.api('POST', `/awards/${awardId}/send`, { parameters: { email } }));
}

test('a mail that came back: why, in words, and once more when the mailbox is there', async () => {
  const owner = await createOwner(instance);
  const email = 'slip@example.org';
  instance.mailbox.unknown.add(email);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/mail');
  await heading(page, 'Mail').waitFor();
  await page.getByRole('heading', { name: 'No mails yet' }).waitFor();
  await mailTo(owner, email);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByText('Came back').waitFor();
  await row.getByText('There is no such mailbox').waitFor();
  await row.getByText('550 no such mailbox').waitFor();

  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Taken by the mail server' }).click();
  await page.getByText('Nothing matches.').waitFor();
  assert.equal(new URL(page.url()).search, '?state=sent');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'All states' }).click();

  instance.mailbox.unknown.delete(email);
  await row.getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send it once more?' });
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await instance.mailbox.waitFor(email);
  await row.getByText('Taken by the mail server').waitFor();
  assert.equal(await row.count(), 2);
  assert.deepEqual(complaints, []);
});

test('who has unsubscribed gets no mail again, and a viewer is not offered to send one', async () => {
  const [owner, viewer] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const email = 'enough@example.org';
  await mailTo(owner, email);
  const { mail } = await instance.mailbox.waitFor(email);
  const link = /https?:\/\/\S+unsubscribe\/[\w.-]+/.exec(mail.text ?? '')?.[0] ?? '';
  await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'stop' }) });
  const { page } = await openDashboard(browser, instance, owner, '/mail?state=nonsense');
  await page.getByRole('button', { name: `Resend to ${email}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText('This recipient has asked for no more mail').waitFor();

  const { page: theirs } = await openDashboard(browser, instance, {
    cookie: viewer.cookie,
    accountId: owner.accountId,
  });
  await theirs.keyboard.press('g');
  await theirs.keyboard.press('m');
  await heading(theirs, 'Mail').waitFor();
  await theirs.getByRole('link', { name: email }).waitFor();
  assert.equal(await theirs.getByRole('button', { name: 'Resend' }).count(), 0);
});

test('mail is accessible and fits, wide and narrow, in light and dark', async () => {
  const owner = await createOwner(instance);
  const email = `${'long'.repeat(15)}@example.org`;
  instance.mailbox.unknown.add(email);
  const { page } = await openDashboard(browser, instance, owner, '/mail');
  await page.getByText('No mails yet').waitFor();
  const found = await lookEverywhere(page, 'no mails');
  await mailTo(owner, email);
  await page.reload();
  await page.getByRole('table').getByText('Came back').waitFor();
  found.push(...(await lookEverywhere(page, 'mails')));
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('dialog').waitFor();
  found.push(...(await lookEverywhere(page, 'sending once more')));
  assert.deepEqual(found, []);
});
