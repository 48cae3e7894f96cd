import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { openBrowser, visit } from './support/browser.ts';
import { findHeading, findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { findMailLink } from './support/mailbox.ts';
import { addMember, createBadge, createIssuer, createOwner, password } from './support/people.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

test('an empty overview shows one thing to do, and nothing else', async () => {
  const owner = await createOwner(instance);
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Register an issuer' }).waitFor();
  assert.equal(await main.getByRole('link').count(), 1);
  assert.deepEqual(await main.getByRole('heading', { level: 2 }).allTextContents(), [
    'First steps',
  ]);
  assert.deepEqual(await findObstaclesEverywhere(page, 'first run'), []);
  await createBadge(owner, await createIssuer(owner));
  await page.reload();
  await main.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await main.getByRole('link', { name: 'Issue a credential' }).waitFor();
  assert.deepEqual(complaints, []);

  const viewer = await createOwner(instance);
  const other = await createOwner(instance, 'pro');
  await addMember(instance, other, viewer, 'viewer');
  const as = { cookie: viewer.cookie, accountId: other.accountId };
  const theirs = await openDashboard(browser, instance, as);
  await theirs.page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
});

test('“As curl” appears only for users with a key, and Delete is in a menu', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page, complaints } = await openDashboard(browser, instance, owner, `/badges/${badgeId}`);
  await page.getByText('As curl').waitFor();
  await sql`delete from api_keys where account_id = ${owner.accountId}`.execute(instance.db);
  await page.reload();
  await page.getByRole('heading', { name: 'Statistics for the last 30 days' }).waitFor();
  await page.getByText('Issued', { exact: true }).first().waitFor();
  assert.equal(await page.getByText('As curl').count(), 0);

  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Poet of Science');
  await dialog.getByRole('button', { name: 'Delete badge' }).click();
  await findHeading(page, 'Badges').waitFor();
  assert.deepEqual(complaints, []);
});

test('“Check your inbox” sends the email again, and the newest link works', async () => {
  const email = `patient-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const { page } = await visit(browser, instance.url, '/sign-up');
  await page.getByLabel('Your name').fill('Patient Person');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  const organization = page.getByLabel(/[Oo]rganization/);
  if ((await organization.count()) > 0) await organization.fill('Patience');
  await page.getByRole('button', { name: 'Create account' }).click();
  await findHeading(page, 'Check your inbox').waitFor();
  const first = findMailLink(await instance.mailbox.waitFor(email), '/confirm-email');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await page.getByText('We sent the email again.').waitFor();
  const second = findMailLink(await instance.mailbox.waitFor(email, /./, 1), '/confirm-email');
  assert.notEqual(second, first);
  const confirm = async (link: string) => {
    await page.goto(link);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Confirm' }).click();
  };
  await confirm(first);
  await page.getByText('The link or the password isn’t valid').waitFor();
  await confirm(second);
  await findHeading(page, 'Overview').waitFor();
});

test('sending again says nothing about unknown addresses, and emails them nothing', async () => {
  const email = 'nobody-here@example.org';
  const body = new URLSearchParams({ email });
  const answer = await fetch(`${instance.url}/sign-up/resend`, {
    ...{ method: 'POST', body, headers: { origin: instance.url } },
  });
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /We sent the email again/);
  const { rows } = await sql`select 1 from mails where recipient = ${email}`.execute(instance.db);
  assert.deepEqual(rows, []);
});

test('a session lost while issuing asks to sign in again, and loses nothing', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, `/issue?badge=${badgeId}`);
  const name = page.getByRole('textbox', { name: "Recipient's name" });
  await name.fill('Ada Lovelace');
  // The form asks whether the address has the badge. The session is lost after that.
  const isChecked = page.waitForResponse((response) => response.url().includes('/holders'));
  const address = page.getByRole('textbox', { name: "Recipient's email" });
  await address.fill('ada@example.org');
  await address.blur();
  await isChecked;
  await sql`delete from auth."session" where "userId" = ${owner.personId}`.execute(instance.db);
  const now = page.getByRole('radio', { name: /Don.t email yet/ });
  if ((await now.count()) > 0) await now.check({ force: true });
  const issue = page.getByRole('main').getByRole('button', { name: /^Issue/ });
  await issue.click();
  const dialog = page.getByRole('dialog', { name: 'You’re signed out' });
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Ada Lovelace');
  await issue.click();
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  assert.equal((await owner.insignia.credentials.list()).awards.length, 1);
});
