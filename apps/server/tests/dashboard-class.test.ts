import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findObstacles, openDashboard } from './support/dashboard.ts';
import { createBadge, createIssuer, createOwner } from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

const buildAddress = (at: number): string => `pupil-${at}@forty.example`;

/** A school's list of 40: a title, two name columns, one repeated pupil and one bad address. */
function writeClassList(): string {
  const rows = Array.from({ length: 40 }, (_, at) => `Pupil,Number ${at},${buildAddress(at)}`);
  rows[20] = 'Repeated,Number 3,PUPIL-3@forty.example';
  rows[30] = 'Broken,Address,pupil-30@forty';
  return ['Class 4b;;', ';;', 'Vorname,Nachname,E-Mail', ...rows]
    .map((row) => row.replaceAll(',', ';'))
    .join('\r\n');
}

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Credentials' }).getByRole('row').filter({ hasText: name });

test('a class of forty gets from a list to 38 inboxes, and the list shows who was emailed', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  // One mailbox of the class doesn't exist.
  instance.mailbox.unknown.add(buildAddress(7));
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, `/badges/${badgeId}`],
  );
  let presses = 0;
  const press = async (name: string, role: 'button' | 'link' | 'radio' = 'button') => {
    presses += 1;
    await page.getByRole('main').getByRole(role, { name, exact: true }).click();
  };
  const step = (name: string) =>
    page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  await press('Issue', 'link');
  await press('Import a list of recipients', 'link');
  presses += 1;
  await page.getByLabel('File with recipients').setInputFiles({
    ...{ name: 'class-4b.csv', mimeType: 'text/csv', buffer: Buffer.from(writeClassList()) },
  });
  await step('Match columns');
  await page.getByText('class-4b.csv: 40 rows.').waitFor();
  await page.getByText('The row above the list isn’t imported: Class 4b').waitFor();
  const header = page.getByRole('combobox', { name: 'The header is in row' });
  assert.equal(await header.inputValue(), '3: Vorname, Nachname, E-Mail');
  // No column contains the date.
  presses += 2;
  await page.getByRole('combobox', { name: 'Issued on', exact: true }).click();
  await page.getByRole('option', { name: 'Same for all rows' }).click();
  await press('Continue');
  await step('Check rows');
  await page.getByText('1 error', { exact: true }).waitFor();
  presses += 1;
  await page.getByRole('checkbox', { name: 'Only duplicates' }).check();
  await page.getByText('Duplicate of row 7.').waitFor();
  assert.deepEqual(await findObstacles(page, 'a class'), []);
  await press('Continue');
  await step('Issue');
  await page.getByText('38 credentials will be issued.').waitFor();
  await page.getByText('row 24 is a duplicate of row 7').waitFor();
  await page.getByText('1 row has errors and isn’t issued').waitFor();
  await press('Email them now', 'radio');
  await press('Issue and email 38');
  await page.getByText('Completed').waitFor();
  const failed = page.getByRole('table', { name: 'Failed rows' });
  await failed.getByRole('row').filter({ hasText: 'Broken Address' }).getByText('34').waitFor();

  const mails = () =>
    instance.mailbox.received.filter(({ to }) => to[0]?.endsWith('forty.example'));
  await waitForCondition('37 emails', async () => mails().length === 37);
  assert.deepEqual(
    mails()
      .map(({ to }) => to[0])
      .sort(),
    Array.from({ length: 40 }, (_, at) => buildAddress(at))
      .filter((_, at) => ![7, 20, 30].includes(at))
      .sort(),
  );
  const figure = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('+ dd').innerText();
  await waitForCondition('counted', async () => {
    await page.reload();
    return (await figure('Emailed')) === '37';
  });
  assert.deepEqual(await Promise.all(['Issued', 'Skipped', 'Failed'].map(figure)), [
    ...['38', '1', '1'],
  ]);
  await page.getByRole('button', { name: 'Email 1 recipient', exact: true }).waitFor();
  const bounced = page.getByRole('link', { name: 'View 1 bounced email', exact: true });
  assert.match((await bounced.getAttribute('href')) ?? '', /email=bounced/);

  await press('View credentials of this badge', 'link');
  await row(page, 'Pupil Number 39').getByText('Emailed', { exact: true }).waitFor();
  presses += 2;
  await page.getByRole('combobox', { name: 'Email', exact: true }).click();
  await page.getByRole('option', { name: 'Bounced', exact: true }).click();
  await row(page, 'Pupil Number 7').getByText('Bounced', { exact: true }).waitFor();
  assert.equal(await row(page, 'Pupil Number').count(), 1);
  // The address works now: the credential is sent again.
  instance.mailbox.unknown.delete(buildAddress(7));
  await press('Pupil Number 7', 'link');
  await press('Send again');
  presses += 1;
  await page.getByRole('button', { name: 'Send email', exact: true }).click();
  await instance.mailbox.waitFor(buildAddress(7));
  assert.equal(mails().length, 38);
  const links = mails().map(({ mail }) => /\/credentials\/[\w-]+/.exec(mail.text ?? '')?.[0]);
  assert.equal(new Set(links).size, 38, 'each email links to its own credential');
  assert.ok(presses <= 18, `${presses} presses`);
  assert.deepEqual(complaints, []);
});
