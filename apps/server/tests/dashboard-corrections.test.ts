import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertOk } from './support/client.ts';
import { findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

const step = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, content: string) =>
  page.getByLabel('File with recipients').setInputFiles({
    ...{ name: 'corrections.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
  });

async function withCredentials() {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const issue = (name: string, email: string) =>
    issueAward(owner, badgeId, { recipient: { name, email }, issuedOn: '2026-01-02' });
  const ada = await issue('Ada Lovelce', 'ada@lists.example');
  const alan = await issue('Alan Turing', 'alan@lists.example');
  const grace = await issue('Grace Hopper', 'grace@lists.example');
  return { owner, badgeId, ada, alan, grace };
}

test('a list with ids shows each value before and after, and corrects the credentials', async () => {
  const { owner, ada, alan, grace } = await withCredentials();
  await owner.insignia.credentials.revoke({ awardId: grace });
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  const list = [
    'id,name,email',
    `${ada},Ada Lovelace,ada.new@lists.example`,
    `${alan},Alan Turing,`,
    `${grace},Grace Murray Hopper,`,
  ];
  await choose(page, list.join('\n'));
  await step(page, 'Match columns');
  const id = page.getByRole('combobox', { name: 'Credential ID', exact: true });
  assert.equal(await id.inputValue(), 'id');
  await press(page, 'Continue');
  await step(page, 'Check rows');
  await page.getByText('No errors', { exact: true }).waitFor();
  assert.equal(await page.getByText('already has this badge').count(), 0);
  assert.deepEqual(await findObstaclesEverywhere(page, 'checking corrections'), []);
  await press(page, 'Continue');
  await step(page, 'Correct');
  await page.getByText('1 credential will be corrected.').waitFor();
  await page.getByText('1 row changes nothing.').waitFor();
  await page.getByText('1 row has errors and corrects nothing.').waitFor();
  const corrections = page.getByRole('table', { name: 'Corrections' });
  await corrections.getByText('Name: Ada Lovelce → Ada Lovelace').waitFor();
  await corrections.getByText('Email: ada@lists.example → ada.new@lists.example').waitFor();
  await page
    .getByRole('table', { name: 'Failed rows' })
    .getByText('This credential is revoked, so it can’t be corrected')
    .waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'before and after'), []);
  assert.equal(
    (await owner.insignia.credentials.get({ awardId: ada })).recipient.name,
    'Ada Lovelce',
  );
  await press(page, 'Correct 1');
  await page.getByText('Choose whether to email the recipients').waitFor();
  await page.getByRole('radio', { name: 'Email them now', exact: true }).check();
  await press(page, 'Correct and email 1');
  await page.getByText('1 credential corrected.').waitFor();
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await instance.mailbox.waitFor('ada.new@lists.example');
  assert.deepEqual(await findObstaclesEverywhere(page, 'corrected'), []);
  assert.deepEqual((await owner.insignia.credentials.get({ awardId: ada })).recipient, {
    ...{ name: 'Ada Lovelace', email: 'ada.new@lists.example' },
  });
  assert.equal((await owner.insignia.credentials.list()).awards.length, 3);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.getByRole('link', { name: 'All imports' }).click();
  await page.getByText('1 corrected').waitFor();
  assert.deepEqual(complaints, []);
});

test('an export issues again unless its ids are chosen, and repeated ids are duplicates', async () => {
  const { owner, badgeId, ada } = await withCredentials();
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, `/imports/new?badge=${badgeId}`],
  );
  const file = assertOk(await owner.api('GET', '/awards/export.csv')).text;
  await choose(page, file.replace('Ada Lovelce', 'Ada Lovelace'));
  await step(page, 'Match columns');
  const id = page.getByRole('combobox', { name: 'Credential ID', exact: true });
  assert.equal(await id.inputValue(), 'None');
  await id.click();
  await page.getByRole('option', { name: 'id', exact: true }).click();
  await press(page, 'Continue');
  await press(page, 'Continue');
  await step(page, 'Correct');
  await page.getByText('1 credential will be corrected.').waitFor();
  await page.getByText('2 rows change nothing.').waitFor();
  await page.getByRole('radio', { name: "Don't email yet", exact: true }).check();
  await press(page, 'Correct 1');
  await page.getByText('1 credential corrected.').waitFor();
  assert.equal(
    (await owner.insignia.credentials.get({ awardId: ada })).recipient.name,
    'Ada Lovelace',
  );

  await page.goto(`${instance.url}/app/${owner.accountId}/imports/new?badge=${badgeId}`);
  await choose(page, `id,name\n${ada},Ada Byron\n${ada},Ada King\n4711,Student Number\n`);
  await step(page, 'Match columns');
  await press(page, 'Continue');
  await step(page, 'Check rows');
  await page.getByText('Duplicate of row 2.').waitFor();
  await page.getByText('Credential ID: Enter the ID or URL of a credential').waitFor();
  await press(page, 'Continue');
  await page.getByText('2 rows have errors and correct nothing.').waitFor();
  const failed = page.getByRole('table', { name: 'Failed rows' });
  await failed
    .getByRole('row')
    .filter({ hasText: 'Ada King' })
    .getByText('Duplicate of row 2')
    .waitFor();
  assert.deepEqual(complaints, []);
});
