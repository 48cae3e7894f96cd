import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { lockMailedCredential } from '../src/features/sharing/index.ts';
import { recordBounce } from '../src/platform/mail/index.ts';
import { findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

async function withBadge(): Promise<{ owner: Owner; badgeId: string }> {
  const owner = await createOwner(instance, 'pro');
  return { owner, badgeId: await createBadge(owner, await createIssuer(owner)) };
}

/** Issues and emails one credential to each name. */
async function issueAndSend(owner: Owner, badgeId: string, names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const email = `${name}@${owner.accountId.slice(-6)}.example`;
    const awardId = await issueAward(owner, badgeId, {
      recipient: { name: `${name} Recipient`, email },
    });
    await owner.insignia.credentials.send({ awardId, email });
    ids.push(awardId);
  }
  const list = () => owner.insignia.mail.list({ state: 'accepted' });
  await waitForCondition(
    'accepted',
    async () =>
      (await list()).items.filter(({ kind }) => kind === 'credential').length === names.length,
  );
  return ids;
}

test('the overview sends emails that were only written to files, and then has nothing to send', async () => {
  const { owner, badgeId } = await withBadge();
  const ids = await issueAndSend(owner, badgeId, ['ada', 'bob', 'cleo']);
  await sql`update mails set handed_to = 'file' where credential_id = any(${ids}::uuid[])`.execute(
    instance.db,
  );
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const send = page.getByRole('button', {
    name: 'Send 3 emails that were only written to files',
    exact: true,
  });
  await send.waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'overview'), []);
  await send.click();
  await page.getByText('Sending 3 emails').waitFor();
  await send.waitFor({ state: 'detached' });
  await waitForCondition(
    'accepted',
    async () => (await owner.insignia.mail.list({ state: 'accepted' })).items.length >= 3,
  );
  assert.deepEqual(complaints, []);
});

const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Takes a file of three rows through the steps before issuing. */
async function chooseFile(page: Page, content: string): Promise<void> {
  await page
    .getByLabel('File with recipients')
    .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  for (const name of ['Match columns', 'Check rows']) {
    await page.getByRole('heading', { level: 2, name }).waitFor();
    await button(page, 'Continue').click();
  }
  await page.getByText('3 credentials will be issued.').waitFor();
}

test('an import asks whether to email, counts on its button, reports the result and emails the rest', async () => {
  const { owner, badgeId } = await withBadge();
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, `/imports/new?badge=${badgeId}`],
  );
  const names = ['Ines Import', 'Ivan Import', 'Iris Import'];
  const buildAddress = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@class.example`;
  const rows = names.map((name) => `${name},${buildAddress(name)},2026-01-01`);
  const content = `name,email,issuedOn\n${rows.join('\n')}\n`;
  await chooseFile(page, content);
  assert.equal(await page.getByRole('radio', { checked: true }).count(), 0, 'no preset answer');
  await button(page, 'Issue 3').click();
  await page.getByText('Choose whether to email the recipients').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'asking'), []);
  await radio(page, 'Email them now').check();
  await button(page, 'Issue and email 3').waitFor();
  await radio(page, "Don't email yet").check();
  await button(page, 'Issue 3').click();
  await page.getByText('Completed').waitFor();
  const figure = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('+ dd').innerText();
  assert.deepEqual(await Promise.all(['Issued', 'Emailed', 'Skipped', 'Failed'].map(figure)), [
    ...['3', '0', '0', '0'],
  ]);
  assert.deepEqual(await findObstaclesEverywhere(page, 'the result'), []);
  await button(page, 'Email 3 recipients').click();
  for (const name of names) await instance.mailbox.waitFor(buildAddress(name));
  await button(page, 'Email 3 recipients').waitFor({ state: 'detached' });
  await waitForCondition('counted', async () => (await figure('Emailed')) === '3');

  await page.getByRole('link', { name: 'View credentials of this badge' }).click();
  const table = page.getByRole('table', { name: 'Credentials' });
  await table.getByText('Emailed', { exact: true }).first().waitFor();
  const filter = page.getByRole('combobox', { name: 'Email', exact: true });
  await filter.click();
  await page.getByRole('option', { name: 'Not emailed' }).click();
  await page.getByText('No results. Try another search or filter.').waitFor();
  await filter.click();
  await page.getByRole('option', { name: 'Emailed', exact: true }).click();
  await table.getByText('Ines Import').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'the list'), []);
  assert.deepEqual(complaints, []);
});

test('buttons that email leave out people who unsubscribed or bounced, before and after issuing', async () => {
  const { owner, badgeId } = await withBadge();
  const addresses = ['stays', 'leaves', 'bounces'].map((name) => `${name}@counted.example`);
  const rows = addresses.map((address) => `Counted Person,${address},2026-01-01`);
  await sql`insert into suppressed_addresses values (${owner.accountId},
    sha256(convert_to('leaves@counted.example', 'UTF8')), now())`.execute(instance.db);
  await recordBounce(
    instance.db,
    { kind: 'hard', recipient: 'bounces@counted.example', reason: 'gone' },
    new Date(),
    lockMailedCredential,
  );
  const file = `name,email,issuedOn\n${rows.join('\n')}\n`;
  const wizard = await openDashboard(browser, instance, owner, `/imports/new?badge=${badgeId}`);
  await chooseFile(wizard.page, file);
  await radio(wizard.page, 'Email them now').check();
  await button(wizard.page, 'Issue 3 and email 1').waitFor();
  await wizard.page
    .getByText('2 recipients get no email, because they unsubscribed or their address bounced.')
    .waitFor();
  assert.deepEqual(wizard.complaints, []);
  const { importId } = await owner.insignia.imports.create({ badgeId, file });
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, `/imports/${importId}`],
  );
  await page.getByText('1 recipient unsubscribed and is skipped.').waitFor();
  await page.getByText('1 recipient is skipped, because an earlier email bounced.').waitFor();
  const table = page.getByRole('table', { name: 'Skipped' });
  await table.getByText('Issued, not emailed: unsubscribed').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'the result'), []);
  await button(page, 'Email 1 recipient').click();
  await instance.mailbox.waitFor('stays@counted.example');
  await button(page, 'Email 1 recipient').waitFor({ state: 'detached' });
  await page.getByText('1 recipient unsubscribed and is skipped.').waitFor();

  const { awards } = await owner.insignia.credentials.list({
    filter: JSON.stringify({ badgeId, search: 'leaves' }),
  });
  const corrections = await owner.insignia.imports.create({
    badgeId,
    file: `id,name\n${awards[0]?.id},Correct Name\n`,
  });
  await page.goto(`${instance.url}/app/${owner.accountId}/imports/${corrections.importId}`);
  await table.getByText('Corrected, not emailed: unsubscribed').waitFor();

  const open = (path: string) => page.goto(`${instance.url}/app/${owner.accountId}${path}`);
  await open('/imports/new');
  const changes = (awards: { id: string }[]) =>
    awards.map(({ id }, at) => `${id},Counted Name ${at}\n`).join('');
  const all = await owner.insignia.credentials.list();
  await page.getByLabel('File with recipients').setInputFiles({
    ...{ name: 'corrections.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`id,name\n${changes(all.awards)}`),
  });
  for (const name of ['Match columns', 'Check rows']) {
    await page.getByRole('heading', { level: 2, name }).waitFor();
    await button(page, 'Continue').click();
  }
  await page.getByText('3 credentials will be corrected.').waitFor();
  await radio(page, 'Email them now').check();
  await button(page, 'Correct 3 and email 1').waitFor();

  const openDialog = async (title: string) => {
    await button(page, 'Send').click();
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await dialog.getByText('2 recipients get no email').waitFor();
    return dialog;
  };
  for (const select of [
    () => button(page, 'Select all 3 that match').click(),
    () => page.getByRole('checkbox', { name: 'Select all 3 credentials in this list' }).check(),
  ]) {
    await open('/credentials');
    await select();
    const dialog = await openDialog('No emails to send');
    assert.equal(await button(page, 'Send 0 emails').isDisabled(), true);
    await dialog.getByRole('checkbox').check();
    await page.getByRole('dialog', { name: 'Send 1 email?', exact: true }).waitFor();
    assert.deepEqual(await findObstaclesEverywhere(page, 'the dialog'), []);
  }
  const { items: recipients } = await owner.insignia.recipients.list({ search: 'leaves' });
  await open(`/recipients/${recipients[0]?.recipientId}`);
  await page.getByText('Gets no email: unsubscribed, or the address bounced').waitFor();
  await button(page, 'Correct').click();
  const correcting = page.getByRole('dialog');
  await correcting.getByRole('textbox', { name: 'Email' }).fill('bounces@counted.example');
  await correcting.getByRole('checkbox').check();
  await correcting.getByText('bounces@counted.example gets no email, because they').waitFor();
  await open(`/credentials/${awards[0]?.id.split('/').at(-1)}/correct`);
  await page.getByRole('checkbox', { name: 'Email the corrected credential' }).check();
  await page.getByText('leaves@counted.example gets no email, because they').waitFor();
  // The form for one credential warns before a second one of the same badge.
  await open(`/issue?badge=${badgeId}`);
  const address = page.getByRole('textbox', { name: "Recipient's email" });
  await address.fill('STAYS@counted.example');
  await address.blur();
  await page.getByText('STAYS@counted.example already has this badge.').waitFor();
  await address.fill('nobody@counted.example');
  await page.getByText('already has this badge').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('bulk email skips recipients who were emailed unless the box is checked', async () => {
  const { owner, badgeId } = await withBadge();
  await issueAndSend(owner, badgeId, ['sent']);
  const email = 'unsent@bulk.example';
  await issueAward(owner, badgeId, { recipient: { name: 'Unsent Recipient', email } });
  const { page } = await openDashboard(browser, instance, owner, '/credentials');
  const openDialog = async (title: string) => {
    await button(page, 'Send').click();
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await dialog.waitFor();
    return dialog;
  };
  const send = (count: string) =>
    page.getByRole('dialog').getByRole('button', { name: `Send ${count}`, exact: true });
  const inList = page.getByRole('checkbox', { name: 'Select all 2 credentials in this list' });
  await button(page, 'Select all 2 that match').click();
  await openDialog('Send 1 email?');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Clear selection').click();
  await inList.check();
  await openDialog('Send 1 email?');
  await send('1 email').click();
  const tray = page.getByRole('region', { name: 'Jobs' });
  await tray.getByText('2 of 2, 1 skipped or failed').waitFor();
  await instance.mailbox.waitFor(email);
  await page.reload();
  await inList.check();
  const dialog = await openDialog('Everyone was emailed');
  assert.equal(await send('0 emails').isDisabled(), true);
  await dialog
    .getByRole('checkbox', { name: 'Also email recipients who were already emailed' })
    .check();
  await page.getByRole('dialog', { name: 'Send 2 emails?' }).waitFor();
  await send('2 emails').click();
  await instance.mailbox.waitFor(email, /./, 1);
});

test('a person’s page emails nobody twice, and gives all credentials one name', async () => {
  const { owner, badgeId } = await withBadge();
  const { credentials, recipients } = owner.insignia;
  const email = `twice@${owner.accountId.slice(-6)}.example`;
  const issue = (name: string) => issueAward(owner, badgeId, { recipient: { name, email } });
  const ids = [await issue('Ada Lovelce'), await issue('Ada Lovelace')];
  const { recipientId } = await credentials.get({ awardId: ids[0] ?? '' });
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, `/recipients/${recipientId}`],
  );
  const dialog = page.getByRole('dialog');
  await button(page, 'Email 2 credentials').click();
  // A colleague is faster.
  await credentials.send({ awardId: ids[0] ?? '', email });
  // The response gets lost.
  await page.route('**/awards/send', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Email 2 credentials' }).click();
  await dialog.getByText('The service didn’t respond.').waitFor();
  await page.unroute('**/awards/send');
  complaints.length = 0;
  await dialog.getByRole('button', { name: 'Email 2 credentials' }).click();
  await dialog.waitFor({ state: 'detached' });
  const countMails = async () =>
    (await recipients.get({ recipientId })).mail.filter(({ state }) => state === 'sent').length;
  await waitForCondition('emailed', async () => (await countMails()) === 2);
  const { rows } = await sql<{ done: number; skipped: number }>`
    select done, skipped from bulk_jobs where account_id = ${owner.accountId} and finished_at is not null`.execute(
    instance.db,
  );
  assert.deepEqual(rows, [{ done: 1, skipped: 1 }]);

  await button(page, 'Correct').click();
  await dialog.getByText('Some have other values: Ada Lovelce').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'the dialog'), []);
  await dialog.getByRole('button', { name: 'Correct 2 credentials' }).click();
  await dialog.getByText('Change the name or the email address').waitFor();
  await dialog
    .getByRole('checkbox', { name: 'Use this name and email address on all credentials' })
    .check();
  // The response gets lost, and the team changes its mind.
  await page.route('**/recipients/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Correct 1 credential' }).click();
  await dialog.getByText('The service didn’t respond.').waitFor();
  await page.unroute('**/recipients/*');
  complaints.length = 0;
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada King');
  await dialog.getByRole('button', { name: 'Correct 2 credentials' }).click();
  await page.getByText('2 credentials corrected').waitFor();
  for (const awardId of ids)
    assert.equal((await credentials.get({ awardId })).recipient.name, 'Ada King');
  assert.deepEqual(complaints, []);
});

test('a bounced credential shows why and what to do, and sending again reaches the mailbox', async () => {
  const { owner, badgeId } = await withBadge();
  const email = 'typo@bounce.example';
  instance.mailbox.unknown.add(email);
  const awardId = await issueAward(owner, badgeId, { recipient: { name: 'Tea Typo', email } });
  await owner.insignia.credentials.send({ awardId, email });
  const status = async () => (await owner.insignia.credentials.get({ awardId })).emailStatus;
  await waitForCondition('bounced', async () => (await status()) === 'bounced');
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, '/credentials?email=bounced'],
  );
  await page.getByRole('link', { name: 'Tea Typo' }).click();
  await page.getByText('This mailbox doesn’t exist. Correct the address').waitFor();
  await page.getByText('Mail server’s response: ').waitFor();
  const correct = page.getByRole('link', { name: 'Correct the address' });
  assert.match((await correct.getAttribute('href')) ?? '', new RegExp(`${awardId}/correct$`));
  assert.deepEqual(await findObstaclesEverywhere(page, 'a bounce'), []);
  instance.mailbox.unknown.delete(email);
  await button(page, 'Send again').click();
  await button(page, 'Send email').click();
  await instance.mailbox.waitFor(email);
  await waitForCondition('accepted', async () => (await status()) === 'emailed');
  assert.deepEqual(complaints, []);
});
