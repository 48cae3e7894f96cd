import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { assertOk } from '../support/client.ts';
import {
  findHeading,
  findObstaclesEverywhere,
  openDashboard,
  openScreen,
  pressCovered,
} from '../support/dashboard.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  password,
} from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: "Recipient's name" }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: "Recipient's email" }).fill('ada@example.org');
}

const issue = (page: Page) => page.getByRole('button', { name: 'Issue', exact: true });

test('after a session ends in a filled-in form, signing in returns to it with the typed text', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, `/issue?badge=${badgeId}`);
  await fillIn(page);
  assertOk(await owner.session('POST', '/api/auth/sign-out', {}));
  await pressCovered(issue(page));
  await page.getByText(/^You’re signed out\. Sign in to continue\. Request ID: /).waitFor();
  const dialog = page.getByRole('dialog', { name: 'You’re signed out' });
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await findHeading(page, 'Issue a credential').waitFor();
  assert.equal(new URL(page.url()).search, `?badge=${badgeId}`);
  const name = page.getByRole('textbox', { name: "Recipient's name" });
  assert.equal(await name.inputValue(), 'Ada Lovelace');
  await issue(page).click();
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
});

test('signing in redirects only to the dashboard', async () => {
  const { email } = await createOwner(instance);
  for (const next of ['https://evil.example/app/', '//evil.example', '/app/../docs', '/\\evil']) {
    const answer = await fetch(`${instance.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: instance.url },
      body: new URLSearchParams({ email, password, next }),
    });
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/app/'], next);
  }
});

test('a double click issues once, a reload restores typed text, and leaving asks first', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/issue');
  await fillIn(page);
  await page.reload();
  const name = page.getByRole('textbox', { name: "Recipient's name" });
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Ada Lovelace');
  await page.getByRole('link', { name: 'Issuers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  await issue(page).dblclick();
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  const { body } = assertOk(await owner.api('GET', '/awards'));
  assert.equal(body.info.awards.length, 1);
});

test('a rejected value shows an error at its field, and an internal error shows its request ID', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/issue');
  const name = page.getByRole('textbox', { name: "Recipient's name" });
  await name.fill('Ada');
  await page.getByRole('textbox', { name: "Recipient's email" }).fill('ada');
  await issue(page).click();
  await page.getByText('Use at least 5 characters').waitFor();
  await page.getByText('Enter a valid email address').waitFor();
  assert.equal(await name.evaluate((field) => field === document.activeElement), true);
  await fillIn(page);
  await page.getByLabel('Expires').fill('2020-01-01');
  await issue(page).click();
  await page.getByText('The date can’t be before the issue date').waitFor();
  await page.getByLabel('Expires').fill('');
  const requestId = '01a1ff35-a000-7000-8000-0000000000ff';
  const refusal = { error: 'something went wrong on our side', code: 'internal_error' };
  await page.route('**/awards', (route) =>
    route.fulfill({ status: 500, json: { ...refusal, statusCode: 500, requestId } }),
  );
  await issue(page).click();
  await page.getByRole('alert').getByText(requestId).waitFor();
  await page.unroute('**/awards');
  await issue(page).click();
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
});

test('the page distinguishes no network, a stopped server and an unavailable service, and loads after recovery', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/team');
  const isAway = (route: Route) =>
    route.fulfill({
      status: 503,
      json: { error: 'x', code: 'database_unavailable', statusCode: 503, requestId: 'r' },
    });
  await page.route('**/badges', isAway);
  await page.getByRole('link', { name: 'Badges' }).click();
  await page.getByText('The service is unavailable').waitFor();
  // Out of order, so the service never responds.
  await page.route('**/badges', (route) => route.abort('connectionrefused'));
  await page.unroute('**/badges', isAway);
  const unreachable = page.getByText('We can’t reach the service');
  await unreachable.waitFor();
  assert.equal(await page.getByText('You’re offline').count(), 0);
  await page.context().setOffline(true);
  await page.getByText('You’re offline').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'offline'), []);
  // The network is back, but the server isn't.
  await page.context().setOffline(false);
  await unreachable.waitFor();
  assert.equal(await page.getByText('You’re offline').count(), 0);
  await page.unroute('**/badges');
  await page.getByRole('link', { name: 'Poet of Science' }).waitFor();
  await unreachable.waitFor({ state: 'detached' });
});

test('a foreign account, an unknown address and a deleted badge each show a message and links onward', async () => {
  const [owner, other] = [await createOwner(instance), await createOwner(instance)];
  const { page } = await openDashboard(browser, instance, {
    cookie: owner.cookie,
    accountId: other.accountId,
  });
  await findHeading(page, 'You don’t have access to this account').waitFor();
  await page.getByRole('link', { name: 'Go to my account' }).click();
  await findHeading(page, 'Overview').waitFor();
  assert.equal(new URL(page.url()).pathname, `/app/${owner.accountId}`);
  for (const [place, name] of [
    ['/nowhere', 'No page at this URL'],
    ['/badges/01a1ff35-a000-7000-8000-000000000001', 'Not found'],
  ] as const) {
    await page.goto(`${instance.url}/app/${owner.accountId}${place}`);
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('link', { name: 'Issuers' }).waitFor();
  }
  await page.goto(`${instance.url}/app/${owner.accountId}/credentials?badge=%7B&search[]=1&x=y`);
  await findHeading(page, 'Credentials').waitFor();
});

test('a member removed while viewing an account sees a message, also from a form', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner), { name: 'First steps' });
  for (const act of ['go on', 'send a form'] as const) {
    const colleague = await createOwner(instance);
    const home = { cookie: colleague.cookie, accountId: owner.accountId };
    await addMember(instance, owner, colleague, 'editor');
    const { page } = await openDashboard(browser, instance, home, '/issue');
    await page.getByRole('textbox', { name: "Recipient's name" }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: "Recipient's email" }).fill('ada@example.org');
    await page.getByRole('combobox', { name: 'Badge' }).click();
    await page.getByRole('option', { name: 'First steps' }).click();
    const members = await owner.insignia.members.list();
    const member = members.items.find(({ email }) => email === colleague.email);
    await owner.insignia.members.remove({ memberId: member?.memberId ?? '' });
    if (act === 'send a form')
      await page.getByRole('button', { name: 'Issue', exact: true }).click();
    else {
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('link', { name: 'Mail', exact: true }).click();
      const leave = page.getByRole('dialog').getByRole('button', { name: 'Leave' });
      await leave.click();
    }
    await findHeading(page, 'You don’t have access to this account').waitFor();
    await page.getByRole('link', { name: 'Go to my account' }).click();
    await findHeading(page, 'Overview').waitFor();
  }
});

test('a member whose role is lowered while filling in a form sees a message and the actions still allowed', async () => {
  const [owner, editor] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, owner, editor, 'editor');
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(
    browser,
    instance,
    { cookie: editor.cookie, accountId: owner.accountId },
    '/issue',
  );
  await fillIn(page);
  const { rows } = await sql<{ id: string }>`select id from members
    where account_id = ${owner.accountId} and person_id = ${editor.personId}`.execute(instance.db);
  assertOk(
    await owner.session('POST', `/members/${rows[0]?.id}/role`, { parameters: { role: 'viewer' } }),
  );
  await issue(page).click();
  await page.getByRole('heading', { name: 'Your role doesn’t allow this' }).waitFor();
  const nav = page.getByRole('link', { name: 'Issue', exact: true });
  await nav.waitFor({ state: 'detached' });
});

test('a viewer is offered only what a viewer may do', async () => {
  const [owner, viewer] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId);
  const key = { parameters: { name: 'Course platform', scope: 'read' } };
  assertOk(await viewer.bearer('POST', '/api-keys', key, { 'x-account-id': owner.accountId }));
  const { page } = await openDashboard(browser, instance, {
    cookie: viewer.cookie,
    accountId: owner.accountId,
  });
  await page.getByText('Charles Babbage received Poet of Science').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Issue', exact: true }).count(), 0);
  const places = [
    '/badges',
    `/badges/${badgeId}`,
    '/issuers',
    '/credentials',
    `/credentials/${awardId}`,
  ];
  for (const place of places) {
    await openScreen(page, `/app/${owner.accountId}${place}`);
    await page.getByText('As curl').waitFor();
    for (const name of [
      'New badge',
      'New issuer',
      'Edit',
      'Issue',
      'Delete',
      'More actions',
      'Revoke',
      'Erase',
      'Send',
      'Save',
    ])
      for (const role of ['button', 'link'] as const)
        assert.equal(
          await page.getByRole(role, { name, exact: true }).count(),
          0,
          `${place}: ${name}`,
        );
  }
  await page.getByRole('button', { name: `${owner.name} Viewer` }).click();
  await page.getByRole('menuitem', { name: viewer.name }).click();
  await page.waitForURL(`**/app/${viewer.accountId}`);
});

test('an issuer with a foreign address rejects a wrong code, resends one, and becomes verified', async () => {
  const owner = await createOwner(instance);
  const email = 'registrar@faults.example';
  await createIssuer(owner, { email });
  const { page } = await openDashboard(browser, instance, owner, '/issuers');
  await page.getByRole('link', { name: 'Analytical Society' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('not the code');
  await page.getByRole('button', { name: 'Verify' }).click();
  const field = page.getByRole('textbox', { name: 'Code' });
  await page.getByText(/^This code isn’t valid\./).waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await page.getByRole('button', { name: 'Resend code' }).click();
  const { mail } = await instance.mailbox.waitFor(email, /./, 1);
  const [code = ''] = /\b[0-9a-f]{32}\b/.exec(mail.text ?? '') ?? [];
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Verified', { exact: true }).waitFor();
});

test('an action that the plan does not allow names who can change that', async () => {
  const owner = await createOwner(instance);
  for (const email of ['one@faults.example', 'two@faults.example'])
    await createIssuer(owner, { email });
  const { page } = await openDashboard(browser, instance, owner, '/issuers/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('A third one');
  await page.getByRole('textbox', { name: 'Website' }).fill('https://third.example');
  await page.getByRole('textbox', { name: 'Email' }).fill('three@faults.example');
  await page.getByRole('button', { name: 'Create issuer' }).click();
  const alert = page.getByRole('alert');
  await alert
    .getByText(
      'You’ve reached the issuer limit of your plan. Delete an issuer, or ask your operator',
    )
    .waitFor();
});

test('one credential can be emailed, revoked and erased, and several can be revoked together', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const people = ['Charles Babbage', 'Ada Lovelace', 'Grace Hopper'];
  for (const [at, name] of people.entries())
    await issueAward(owner, badgeId, { recipient: { name, email: `many${at}@example.org` } });
  const { page } = await openDashboard(browser, instance, owner, '/credentials');
  await page.getByRole('checkbox', { name: 'Select Charles Babbage' }).check();
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).check();
  await page
    .getByRole('region', { name: 'Selected' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  const many = page.getByRole('dialog', { name: 'Revoke 2 credentials?' });
  await many.getByText('2 credentials will show as revoked to everyone').waitFor();
  await many.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('region', { name: 'Jobs' }).getByText('2 of 2').waitFor();

  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByText('Revoked', { exact: true }).first().waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await instance.mailbox.waitFor('many2@example.org', /./);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('By mistake');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('By mistake', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Erase' }).click();
  const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase' });
  assert.equal(await erase.isDisabled(), true);
  await page.getByRole('textbox', { name: 'Type “Grace Hopper” to confirm' }).fill('Grace Hopper');
  await erase.click();
  await findHeading(page, 'Credentials').waitFor();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'detached' });
});
