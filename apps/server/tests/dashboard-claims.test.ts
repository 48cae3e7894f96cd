import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { findViolations } from './support/axe.ts';
import { openBrowser, visit } from './support/browser.ts';
import { assertOk, createTestClient } from './support/client.ts';
import { findHeading, findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { addMember, createBadge, createIssuer, createOwner } from './support/people.ts';
import { readQr } from './support/qr.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

const readCode = async (email: string, subject = /^Your code/): Promise<string> => {
  const { mail } = await instance.mailbox.waitFor(email, subject);
  return /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
};

test('an editor creates a claim code, and a person claims on a phone and gets the credential', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page, complaints } = await openDashboard(browser, instance, owner, `/badges/${badgeId}`);
  await page.getByRole('link', { name: 'Claim codes' }).click();
  await findHeading(page, 'Claim codes').waitFor();
  await page.getByRole('heading', { name: 'No claim codes yet' }).waitFor();
  await page.getByRole('button', { name: 'New claim code' }).click();
  const dialog = page.getByRole('dialog', { name: 'New claim code' });
  await dialog.getByRole('textbox', { name: 'Number of places' }).fill('0');
  await dialog.getByRole('button', { name: 'Create claim code' }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await dialog.getByRole('textbox', { name: 'Number of places' }).fill('30');
  await dialog.getByRole('button', { name: 'Create claim code' }).click();
  const row = page.getByRole('row').filter({ hasText: '0 of 30' });
  await row.getByText('Open', { exact: true }).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'claim codes'), []);

  const address = (await row.getByRole('link').first().getAttribute('href')) ?? '';
  const poster = await visit(browser, instance.url, `${address}?qr=1`, { width: 360 });
  const qr = await poster.page.getByRole('img', { name: 'QR' }).screenshot();
  assert.equal(await readQr(qr), address);
  assert.deepEqual(await findViolations(poster.page), []);

  const phone = await visit(browser, instance.url, address, { width: 360 });
  await findHeading(phone.page, 'Poet of Science').waitFor();
  assert.deepEqual(await findViolations(phone.page), []);
  await phone.page.getByLabel('Your name').fill('Grace Hopper');
  await phone.page.getByLabel('Your email').fill('nobody');
  await phone.page.getByRole('button', { name: 'Send code' }).click();
  await phone.page.getByText('Enter a valid email address.').waitFor();
  assert.equal(await phone.page.getByLabel('Your name').inputValue(), 'Grace Hopper');
  await phone.page.getByLabel('Your email').fill('grace@example.org');
  await phone.page.getByRole('button', { name: 'Send code' }).click();
  await findHeading(phone.page, 'Check your inbox').waitFor();
  assert.deepEqual(await findViolations(phone.page), []);
  // A reload keeps the step.
  await phone.page.reload();
  await phone.page.getByLabel('Code').fill(await readCode('grace@example.org'));
  await phone.page.getByRole('button', { name: 'Get my credential' }).click();
  await phone.page.waitForURL(/\/credentials\//);
  await phone.page.getByText('Grace Hopper').first().waitFor();

  await page.reload();
  const used = page.getByRole('row').filter({ hasText: '1 of 30' });
  await used.getByRole('button', { name: /^Stop / }).click();
  await used.getByText('Stopped').waitFor();
  await phone.page.goto(address);
  await findHeading(phone.page, 'You can’t claim this credential anymore').waitFor();
  await used.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Delete / }).click();
  const deletion = page.getByRole('dialog');
  await deletion.getByRole('button', { name: 'Delete claim code' }).click();
  await page.getByRole('heading', { name: 'No claim codes yet' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('requests wait for approval, and the team approves one and declines the other', async () => {
  const [owner, viewer] = [await createOwner(instance, 'pro'), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { code } = await owner.insignia.claims.create({ badgeId, approval: true });
  const claim = (body: object) => createTestClient(instance.url)('POST', `/claim/${code}`, body);
  const people = {
    'Katherine Johnson': 'katherine@example.org',
    'Dorothy Vaughan': 'd@example.org',
  };
  for (const [name, email] of Object.entries(people)) {
    const { requestId } = assertOk(await claim({ name, email })).body;
    assertOk(await claim({ requestId, code: await readCode(email) }));
  }
  const place = `/badges/${badgeId}/claims`;
  const { page, complaints } = await openDashboard(browser, instance, owner, place);
  const requests = page.getByRole('region', { name: /^Requests for / });
  await requests.getByText('2 people are waiting for approval.').waitFor();
  await page.getByRole('checkbox', { name: 'Select Katherine Johnson' }).check();
  assert.deepEqual(await findObstaclesEverywhere(page, 'requests'), []);
  await requests.getByRole('button', { name: 'Approve 1 request' }).click();
  await page.getByText('1 credential issued and emailed').waitFor();
  await instance.mailbox.waitFor('katherine@example.org', /^Your credential/);
  await page.getByRole('checkbox', { name: 'Select all requests' }).check();
  await requests.getByRole('button', { name: 'Decline 1 request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline 1 request' }).click();
  await requests.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);

  const theirs = await openDashboard(
    browser,
    instance,
    { cookie: viewer.cookie, accountId: owner.accountId },
    place,
  );
  await theirs.page.getByRole('row').filter({ hasText: 'With approval' }).waitFor();
  for (const name of [/^Stop/, 'More actions', /^Approve/, 'New claim code'])
    assert.equal(await theirs.page.getByRole('button', { name }).count(), 0);
});

test('more than 500 selected requests are approved at once, and an error later leaves the rest selected', async () => {
  const owner = await createOwner(instance, 'unlimited');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { claimId } = await owner.insignia.claims.create({ badgeId, approval: true, limit: 700 });
  const addRequests = (first: number, last: number) =>
    sql`insert into claim_requests (id, claim_id, account_id, mail_id, name, email, email_search, created_at)
      select gen_random_uuid(), ${claimId}, ${owner.accountId}, gen_random_uuid(), 'Person ' || n, n || '@many.example', n || '@many.example', now()
      from generate_series(${first}::int, ${last}::int) n`.execute(instance.db);
  await addRequests(1, 540);
  const place = `/badges/${badgeId}/claims`;
  const { page, complaints } = await openDashboard(browser, instance, owner, place);
  const requests = page.getByRole('region', { name: /^Requests for / });
  const selectAll = async (count: number) => {
    while ((await requests.getByRole('row').count()) <= count) {
      const shown = await requests.getByRole('row').count();
      await requests.getByRole('button', { name: 'Show more' }).click();
      await requests.getByRole('row').nth(shown).waitFor();
      await requests
        .getByRole('button', { name: 'Show more', disabled: true })
        .waitFor({ state: 'detached' });
    }
    await requests.getByRole('checkbox', { name: 'Select all requests' }).check();
  };
  await requests.getByText('500+ people are waiting for approval.').waitFor();
  await selectAll(540);
  await requests.getByRole('button', { name: 'Approve 540 requests' }).click();
  await page.getByText('540 credentials issued and emailed').waitFor();
  await requests.waitFor({ state: 'detached' });
  const count = async () => (await owner.insignia.credentials.count({ filter: { badgeId } })).count;
  assert.equal(await count(), 540);

  // The second batch has more requests than places are left.
  await addRequests(1_001, 1_510);
  await sql`update claims set places = 1045 where id = ${claimId}`.execute(instance.db);
  await page.reload();
  await selectAll(510);
  await requests.getByRole('button', { name: 'Approve 510 requests' }).click();
  await page.getByText('500 credentials issued and emailed').waitFor();
  await requests.getByRole('alert').waitFor();
  await requests.getByRole('button', { name: 'Approve 10 requests' }).waitFor();
  assert.equal(await count(), 1_040);
  await requests.getByRole('button', { name: 'Decline 10 requests' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline 10 requests' }).click();
  await page.getByText('10 requests declined').waitFor();
  assert.deepEqual(complaints, [
    'Failed to load resource: the server responded with a status of 409 (Conflict)',
  ]);
});

test('an editor turns the reminders of a badge on and off', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page, complaints } = await openDashboard(browser, instance, owner, `/badges/${badgeId}`);
  const box = page.getByRole('checkbox', { name: /^Email recipients 30 and 7 days/ });
  await box.click();
  await page.getByText('Reminders turned on').waitFor();
  assert.equal((await owner.insignia.badges.reminders({ badgeId })).enabled, true);
  assert.equal(await box.isChecked(), true);
  await box.click();
  await page.getByText('Reminders turned off').waitFor();
  assert.equal((await owner.insignia.badges.reminders({ badgeId })).enabled, false);
  assert.deepEqual(complaints, []);
});
