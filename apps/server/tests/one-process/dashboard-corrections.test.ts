import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findHeading, findObstaclesEverywhere, openDashboard } from '../support/dashboard.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

const misspelled = { name: 'Ada Lovelce', email: 'ada@class.example' };

async function createSchool(): Promise<{ owner: Owner; awardId: string; badgeId: string }> {
  const owner = await createOwner(instance, 'pro');
  const attributes = [{ name: 'Grade', type: 'text' }];
  const badgeId = await createBadge(owner, await createIssuer(owner), { attributes });
  const awardId = await issueAward(owner, badgeId, {
    ...{ recipient: misspelled, issuedOn: '2026-01-10', expires: '2027-01-10' },
    attributes: { Grade: 'B' },
  });
  return { owner, awardId, badgeId };
}

const openCredential = ({ owner, awardId }: { owner: Owner; awardId: string }, more = '') =>
  openDashboard(browser, instance, owner, `/credentials/${awardId}${more}`);
const fill = (page: Page, name: string, value: string) =>
  page.getByRole('textbox', { name }).fill(value);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('a misspelled name is corrected in a prefilled form, and the history shows it', async () => {
  const school = await createSchool();
  const { insignia } = school.owner;
  const { page, complaints } = await openCredential(school);
  const found = page
    .getByRole('heading', { name: 'Public view' })
    .locator('xpath=..')
    .getByRole('img');
  const readPictures = () =>
    found.evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  await found.nth(1).waitFor();
  const pictures = await readPictures();
  assert.equal(pictures.length, 2);
  await page.getByRole('link', { name: 'Correct', exact: true }).click();
  await findHeading(page, 'Correct a credential').waitFor();
  const name = page.getByRole('textbox', { name: "Recipient's name" });
  assert.equal(await name.inputValue(), misspelled.name);
  assert.equal(await page.getByLabel('Issued on').inputValue(), '2026-01-10');
  assert.equal(await page.getByLabel('Grade').inputValue(), 'B');
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
  await name.fill('Ada');
  await save(page);
  await page.getByText('Use at least 5 characters').waitFor();
  await name.fill('Ada Lovelace');
  await fill(page, "Recipient's email", 'lovelace@class.example');
  await page.getByLabel('Grade').fill('A');
  await fill(page, 'Reason', 'Misspelled by the office');
  await page
    .getByRole('checkbox', { name: 'Email the corrected credential to lovelace@class.example' })
    .check();
  assert.deepEqual(await findObstaclesEverywhere(page, 'correcting'), []);
  await save(page);
  await findHeading(page, 'Ada Lovelace').waitFor();
  await page.getByText('We’re sending an email to lovelace@class.example').waitFor();
  for (const picture of await readPictures())
    assert.ok(!pictures.includes(picture), 'the certificate and card are loaded again');
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Misspelled by the office').waitFor();
  await history.getByText('Ada Lovelce → Ada Lovelace').waitFor();
  await history.getByText('Grade: B → Grade: A').waitFor();
  await instance.mailbox.waitFor('lovelace@class.example');
  const award = await insignia.credentials.get({ awardId: school.awardId });
  assert.equal(award.issuedOn, '2026-01-10T00:00:00.000Z');
  assert.deepEqual(award.attributes, { Grade: 'A' });
  const { items: editions } = await insignia.credentials.editions({ awardId: school.awardId });
  assert.deepEqual(
    editions[0]?.changes.map(({ field }) => field),
    ['recipient.name', 'recipient.email', 'attributes'],
  );
  assert.deepEqual(await findObstaclesEverywhere(page, 'a corrected credential'), []);
  assert.deepEqual(complaints, []);
});

test('two people who correct one credential see the difference, and nothing is lost', async () => {
  const school = await createSchool();
  const { insignia } = school.owner;
  const { page, complaints } = await openCredential(school, '/correct');
  await fill(page, "Recipient's name", 'Ada Lovelace');
  await insignia.credentials.correct({ awardId: school.awardId, expires: '2028-01-10' });
  await save(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2028-01-10').waitFor();
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await findHeading(page, 'Ada Lovelace').waitFor();
  const { expires, recipient } = await insignia.credentials.get({ awardId: school.awardId });
  assert.equal(expires, '2028-01-10T23:59:59.999Z');
  assert.equal(recipient.name, 'Ada Lovelace');
  assert.deepEqual(
    complaints.filter((each) => !each.includes('412')),
    [],
  );
});

test('a credential is renewed with a later date, and an earlier one is refused', async () => {
  const school = await createSchool();
  const { page } = await openCredential(school);
  await page.getByRole('button', { name: 'Renew' }).click();
  const dialog = page.getByRole('dialog', { name: `Renew the credential of ${misspelled.name}?` });
  await dialog.getByLabel('New expiry date').fill('2026-06-01');
  await dialog.getByRole('button', { name: 'Renew credential' }).click();
  await dialog.getByText('before the current expiry date').waitFor();
  await dialog.getByLabel('New expiry date').fill('2099-06-01');
  assert.deepEqual(await findObstaclesEverywhere(page, 'renewing'), []);
  await dialog.getByRole('button', { name: 'Renew credential' }).click();
  await page.getByText('renewed until Jun 1, 2099').waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('Renewed').waitFor();
  const { expires } = await school.owner.insignia.credentials.get({ awardId: school.awardId });
  assert.equal(expires, '2099-06-01T23:59:59.999Z');
});

test('a person is corrected on all credentials, and the page moves to the new address', async () => {
  const { owner, awardId, badgeId } = await createSchool();
  const { insignia } = owner;
  await issueAward(owner, badgeId, { recipient: misspelled });
  const { recipientId } = await insignia.credentials.get({ awardId });
  const { page, complaints } = await openDashboard(
    browser,
    instance,
    owner,
    `/recipients/${recipientId}`,
  );
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Correct ${misspelled.name}` });
  await dialog.getByText('This corrects 2 credentials at once').waitFor();
  const correct = dialog.getByRole('button', { name: 'Correct 2 credentials' });
  await correct.click();
  await dialog.getByText('Change the name or the email address').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('lovelace@all.example');
  assert.deepEqual(await findObstaclesEverywhere(page, 'correcting a person'), []);
  await correct.click();
  await findHeading(page, 'Ada Lovelace').waitFor();
  await page.getByText('2 credentials corrected').waitFor();
  const moved = page.url().split('/').at(-1) ?? '';
  assert.notEqual(moved, recipientId);
  assert.equal((await insignia.recipients.get({ recipientId: moved })).awards.length, 2);
  assert.deepEqual(
    complaints.filter((each) => !each.includes('404')),
    [],
  );
});

test('viewers see the history, and are offered no correction', async () => {
  const { owner, awardId } = await createSchool();
  await owner.insignia.credentials.correct({ awardId, recipient: { name: 'Ada Lovelace' } });
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const account = { ...viewer, accountId: owner.accountId };
  const { page } = await openCredential({ owner: account, awardId });
  await page.getByRole('region', { name: 'History' }).getByText('Ada Lovelace').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Correct', exact: true }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Renew' }).count(), 0);
});
