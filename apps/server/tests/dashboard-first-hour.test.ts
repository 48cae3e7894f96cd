import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, visit } from './support/browser.ts';
import { findHeading, findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  password,
} from './support/people.ts';

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
  // An admin sees the keys of others, but can't use them.
  const admin = await createOwner(instance);
  await addMember(instance, owner, admin, 'admin');
  const as = { cookie: admin.cookie, accountId: owner.accountId };
  const { page: theirs } = await openDashboard(...[browser, instance, as, `/badges/${badgeId}`]);
  await theirs.getByRole('heading', { name: 'Statistics for the last 30 days' }).waitFor();
  await theirs.waitForLoadState('networkidle');
  assert.equal(await theirs.getByText('As curl').count(), 0);
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

test('the name of a verified issuer can be corrected until its first credential', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, `/issuers/${issuerId}`],
  );
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const correct = page.getByRole('button', { name: 'Correct name', exact: true });
  await name.fill('Ab');
  await correct.click();
  await page.getByText('Use at least 3 characters').waitFor();
  await name.fill('Analytical Society of London');
  assert.deepEqual(await findObstaclesEverywhere(page, 'an issuer'), []);
  await correct.click();
  await page.getByText('Issuer name corrected').waitFor();
  await findHeading(page, 'Analytical Society of London').waitFor();
  assert.equal(await correct.isDisabled(), true);
  const { page: badge } = await openDashboard(...[browser, instance, owner, `/badges/${badgeId}`]);
  await badge.getByText('Analytical Society of London').first().waitFor();
  assert.deepEqual(complaints, []);
  // Someone issues while the form is open.
  await name.fill('Too Late');
  await issueAward(owner, badgeId);
  await correct.click();
  await page.getByText('This issuer has issued credentials, so its name can’t change').waitFor();
  await name.fill('Analytical Society of London');
  await page.reload();
  await page.getByText('so you can’t change its name, website or email').waitFor();
  assert.equal(await name.count(), 0);
  assert.equal(
    (await owner.insignia.issuers.get({ issuerId })).name,
    'Analytical Society of London',
  );
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
  await loseSessions(owner);
  const now = page.getByRole('radio', { name: /Don.t email yet/ });
  if ((await now.count()) > 0) await now.check({ force: true });
  const issue = page.getByRole('main').getByRole('button', { name: /^Issue/ });
  await issue.click();
  await signInAgain(page, owner);
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Ada Lovelace');
  await issue.click();
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  assert.equal((await owner.insignia.credentials.list()).awards.length, 1);
});

/** Signs in at the page that the dialog of a lost session leads to. */
async function signInAgain(page: Page, owner: Owner): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'You’re signed out' });
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const loseSessions = ({ personId }: Owner) =>
  sql`delete from auth."session" where "userId" = ${personId}`.execute(instance.db);

test('a session lost in an import keeps the list, its corrections and the answer about email', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(
    ...[browser, instance, owner, `/imports/new?badge=${badgeId}`],
  );
  const content = [
    'name,email,issuedOn',
    'Ada Lovelace,ada@session.example,2026-03-01',
    'Bo,alan@session.example,2026-03-01',
  ].join('\n');
  await page
    .getByLabel('File with recipients')
    .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const step = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await step('Match columns').waitFor();
  await press('Continue');
  const name = page.getByRole('textbox', { name: 'Name, row 3', exact: true });
  await name.fill('Alan Turing');
  await page.getByRole('textbox', { name: 'Email, row 3', exact: true }).focus();
  await page.getByText('No errors', { exact: true }).waitFor();
  await press('Continue');
  await page.getByRole('radio', { name: 'Email them now', exact: true }).check();
  await page.getByText('2 credentials will be issued.').waitFor();
  await loseSessions(owner);
  await press('Issue and email 2');
  await signInAgain(page, owner);
  await step('Issue').waitFor();
  await press('Issue and email 2');
  await page.getByText('Completed').waitFor();
  for (const address of ['ada@session.example', 'alan@session.example'])
    await instance.mailbox.waitFor(address);
  const { awards } = await owner.insignia.credentials.list();
  assert.deepEqual(awards.map(({ recipient }) => recipient.name).sort(), [
    ...['Ada Lovelace', 'Alan Turing'],
  ]);
});

test('a session lost between issuing and emailing issues once, and emails after signing in', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, `/issue?badge=${badgeId}`);
  await page.getByRole('textbox', { name: "Recipient's name" }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: "Recipient's email" }).fill('ada@between.example');
  await page.getByRole('radio', { name: 'Email them now', exact: true }).check();
  await page.getByText('Issues 1 credential and emails 1 recipient.').waitFor();
  await page.route('**/awards/*/send', async (route) => {
    await loseSessions(owner);
    await route.continue();
  });
  const issue = page.getByRole('main').getByRole('button', { name: /^Issue/ });
  await issue.click();
  await page.getByRole('dialog', { name: 'You’re signed out' }).waitFor();
  await page.unroute('**/awards/*/send');
  await signInAgain(page, owner);
  await issue.click();
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  await instance.mailbox.waitFor('ada@between.example');
  assert.equal((await owner.insignia.credentials.list()).awards.length, 1);

  // An email whose response got lost is sent once, also if the button for it is pressed.
  await page.getByRole('button', { name: 'Issue another' }).click();
  await page.getByRole('textbox', { name: "Recipient's name" }).fill('Alan Turing');
  await page.getByRole('textbox', { name: "Recipient's email" }).fill('alan@between.example');
  await page.getByRole('radio', { name: 'Email them now', exact: true }).check();
  await page.route('**/awards/*/send', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await issue.click();
  await page.getByRole('heading', { name: 'Alan Turing has a new credential' }).waitFor();
  await page.unroute('**/awards/*/send');
  await page.getByRole('button', { name: 'Email 1 recipient' }).click();
  await page.getByText('We’re sending an email to alan@between.example.').waitFor();
  const { items } = await owner.insignia.mail.list();
  assert.equal(items.filter(({ to }) => to === 'alan@between.example').length, 1);
});
