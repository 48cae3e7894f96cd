import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type Operation, operations } from '@insignia/contract';
import type { Page } from 'playwright-core';
import { assertOk } from '../support/client.ts';
import {
  findHeading,
  findObstaclesEverywhere,
  openDashboard,
  pressCovered,
} from '../support/dashboard.ts';
import { findMailLink } from '../support/mailbox.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  password,
} from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const findRow = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
const of = ({ cookie }: Owner, { accountId }: Owner) => ({ cookie, accountId });

test('a colleague is invited, joins, changes role and is removed, and the page shows the seats', async () => {
  const [owner, guest] = [await createOwner(instance, 'starter'), await createOwner(instance)];
  const { page, complaints } = await openDashboard(browser, instance, owner);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await findHeading(page, 'Team').waitFor();
  await page.getByText('1 of 5 seats used').waitFor();
  await findRow(page, owner.email).getByText('You', { exact: true }).waitFor();
  assert.equal(await findRow(page, owner.email).getByRole('button').count(), 0);

  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await button(page, 'Invite').click();
  await page.getByText('Enter a valid email address').waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill(guest.email);
  await choose(page, 'Role', 'Viewer');
  await button(page, 'Invite').dblclick();
  await findRow(page, guest.email).getByText('Invited').waitFor();
  await page.getByText('2 of 5 seats used').waitFor();
  const waitForSeats = async (seats: string) => {
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByText(seats, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await findHeading(page, 'Team').waitFor();
  };
  await waitForSeats('2 of 5');
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), '');

  const link = findMailLink(await instance.mailbox.waitFor(guest.email, /invites you/), '/accept-');
  const theirs = await openDashboard(browser, instance, guest);
  await theirs.page.goto(link);
  await button(theirs.page, 'Accept invitation').click();
  await theirs.page.getByRole('heading', { name: 'Welcome to the team' }).waitFor();
  await theirs.page.getByRole('link', { name: 'Continue' }).click();
  await theirs.page.waitForURL(`${instance.url}/app/${owner.accountId}`);
  await findHeading(theirs.page, 'Overview').waitFor();

  await page.reload();
  const row = findRow(page, guest.name);
  await row.getByText(guest.email).waitFor();
  await choose(page, `Role of ${guest.name}`, 'Editor');
  await page.getByText(`Role of ${guest.name} changed to Editor`).waitFor();
  const { items } = await owner.insignia.members.list();
  assert.equal(items[1]?.role, 'editor');
  await button(page, `Remove ${guest.name}`).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${guest.name}?` });
  await dialog.getByText('Credentials they issued stay').waitFor();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('1 of 5 seats used').waitFor();
  await waitForSeats('1 of 5');
  await theirs.page.reload();
  await theirs.page
    .getByRole('heading', { name: 'You don’t have access to this account' })
    .waitFor();
  assert.deepEqual(complaints, []);
});

test('without a free seat inviting requires cancelling an invitation, and a repeated invitation is an error', async () => {
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner, '/team');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill(owner.email);
  await button(page, 'Invite').click();
  await page
    .getByRole('alert')
    .getByText(/already/i)
    .waitFor();
  await email.fill('grace@example.org');
  await button(page, 'Invite').click();
  await page.getByText('No seats left').waitFor();
  assert.equal(await email.count(), 0);
  await button(page, 'Cancel the invitation to grace@example.org').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep invitation' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel invitation' }).click();
  await page.getByText('1 seat left').waitFor();
  await email.waitFor();
});

test('giving up your own role asks first and then removes the controls and the audit log', async () => {
  const [owner, admin] = [await createOwner(instance, 'starter'), await createOwner(instance)];
  await addMember(instance, owner, admin, 'admin');
  const { page } = await openDashboard(browser, instance, of(admin, owner), '/team');
  await choose(page, `Role of ${admin.name}`, 'Viewer');
  const dialog = page.getByRole('dialog', { name: 'Change your own role?' });
  await dialog.getByRole('button', { name: 'Change my role' }).click();
  await button(page, 'Invite').waitFor({ state: 'detached' });
  await waitForCondition('no controls', async () => {
    const controls = page.getByRole('main').getByRole('combobox').or(button(page, 'Remove'));
    return (await controls.count()) === 0;
  });
  await findRow(page, owner.email).getByText('Owner', { exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
});

test('a typed email address survives the end of the session, and the form sends it after sign-in', async () => {
  const owner = await createOwner(instance, 'starter');
  const { page } = await openDashboard(browser, instance, owner, '/team');
  await page.getByRole('textbox', { name: 'Email' }).fill('late@example.org');
  await choose(page, 'Role', 'Admin');
  assertOk(await owner.session('POST', '/api/auth/sign-out'));
  await pressCovered(button(page, 'Invite'));
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
  await findHeading(page, 'Team').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), 'late@example.org');
  await button(page, 'Invite').click();
  await findRow(page, 'late@example.org').getByText('Invited').waitFor();
  const { items } = await owner.insignia.members.list();
  assert.deepEqual([items[1]?.email, items[1]?.role], ['late@example.org', 'admin']);
});

/** An account with actions of two users. */
async function busyAccount(): Promise<{ owner: Owner; nora: Owner }> {
  const [owner, nora] = [await createOwner(instance, 'starter'), await createOwner(instance)];
  await addMember(instance, owner, nora, 'admin');
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'First steps' });
  const awardIds = [];
  for (let n = 0; n < 3; n += 1) awardIds.push(await issueAward(owner, badgeId));
  const home = { 'x-account-id': owner.accountId };
  const body = { parameters: { awardIds } };
  assertOk(await nora.bearer('POST', '/awards/revoke', body, home), 202);
  return { owner, nora };
}

test('the audit log shows who did what, and its URL filters by user, action and time', async () => {
  const { owner, nora } = await busyAccount();
  const { page, complaints } = await openDashboard(browser, instance, owner);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await findHeading(page, 'Audit log').waitFor();
  const lines = page.getByRole('main').getByRole('listitem');
  await lines.filter({ hasText: `${nora.name} revoked 3 credentials for First steps` }).waitFor();
  await lines
    .filter({ hasText: `${owner.name} created the badge First steps with the API key “write key”` })
    .waitFor();
  // Repeated actions fold into one line that can be expanded.
  const fold = lines.filter({ hasText: `${owner.name} issued 3 credentials for First steps` });
  const each = fold.getByRole('listitem').filter({ hasText: 'issued a credential for' });
  await fold.getByRole('button', { name: '3 entries' }).click();
  await waitForCondition('each is shown', async () => (await each.count()) === 3);
  await each.first().getByRole('link', { name: 'a credential' }).waitFor();
  await fold.getByRole('button', { name: '3 entries' }).click();
  await waitForCondition('none is shown', async () => (await each.count()) === 0);
  const all = await lines.count();
  await choose(page, 'User', nora.name);
  await waitForCondition('only hers', async () => (await lines.count()) === 1);
  assert.equal(new URL(page.url()).searchParams.get('person'), nora.personId);
  await choose(page, 'Action', 'Badge created');
  await page.getByText('No results.').waitFor();
  await page.goBack();
  await waitForCondition('only hers', async () => (await lines.count()) === 1);
  await button(page, 'Clear filters').click();
  await waitForCondition('all', async () => (await lines.count()) === all);
  await page.getByLabel('From').fill('2999-01-01');
  await page.getByText('No results.').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('from'), '2999-01-01');
  await page.getByLabel('From').fill('2020-01-01');
  await waitForCondition('all', async () => (await lines.count()) === all);
  await lines.first().getByRole('link', { name: 'First steps' }).click();
  await findHeading(page, 'First steps').waitFor();
  assert.deepEqual(complaints, []);
});

test('invalid filters show the whole audit log, and members without permission find no link to it', async () => {
  const { owner } = await busyAccount();
  const editor = await createOwner(instance);
  await addMember(instance, owner, editor, 'editor');
  const nonsense = '/audit?from=yesterday&to=2026-99-99&person=&action=';
  const { page } = await openDashboard(browser, instance, owner, nonsense);
  await page.getByText('revoked 3 credentials for First steps').waitFor();
  const theirs = await openDashboard(browser, instance, of(editor, owner));
  assert.equal(await theirs.page.getByRole('link', { name: 'Audit log' }).count(), 0);
  await theirs.page.goto(`${instance.url}/app/${owner.accountId}/audit`);
  await theirs.page.getByText('This page requires the role Admin or higher. Your role').waitFor();
});

test('the URL of a forbidden action shows a message instead of its form, and a link back', async () => {
  const [owner, viewer] = [await createOwner(instance, 'starter'), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page, complaints } = await openDashboard(browser, instance, of(viewer, owner));
  const places = {
    '/issue': ['Issue', 'Overview'],
    '/issuers/new': ['New issuer', 'Issuers'],
    '/badges/new': ['New badge', 'Badges'],
    [`/badges/${badgeId}/edit`]: ['Edit badge', 'Badges'],
    [`/badges/${badgeId}/design`]: ['Edit badge', 'Badges'],
    '/imports/new?step=check': ['New import', 'Imports'],
  };
  const main = page.getByRole('main');
  for (const [place, [title, back = '']] of Object.entries(places)) {
    await page.goto(`${instance.url}/app/${owner.accountId}${place}`);
    await findHeading(page, title).waitFor();
    await main.getByText('This page requires the role Editor or higher. Your role').waitFor();
    await main.getByRole('link', { name: back, exact: true }).waitFor();
    assert.equal(await main.locator('form, input, button').count(), 0, place);
  }
  assert.deepEqual(await findObstaclesEverywhere(page, 'what one may not do'), []);
  await main.getByRole('link', { name: 'Imports', exact: true }).click();
  await page.waitForURL(/\/imports$/);
  await main.getByText('No imports yet').waitFor();
  assert.deepEqual(complaints, []);
});

test('every write of an account has its own wording in the audit log', async () => {
  const words = new URL('../../../dashboard/src/messages/en/audit-actions.ts', import.meta.url);
  const actions = new Set((await readFile(words, 'utf8')).match(/(?<=^ {2})\w+(?=:)/gm));
  assert.ok(actions.size > 30);
  const writes = Object.values(operations as Record<string, Operation>)
    .filter(
      ({ access }) => access !== 'public' && access.who === 'caller' && access.scope === 'write',
    )
    .map(({ id }) => id)
    // Deleted with its log.
    .filter((id) => id !== 'deleteAccount');
  assert.deepEqual(
    writes.filter((id) => !actions.has(id)),
    [],
  );
});

test('team and audit log are accessible and fit, wide and narrow, in light and dark', async () => {
  const { owner } = await busyAccount();
  const email = `${'long'.repeat(15)}@example.org`;
  await owner.insignia.members.invite({ email, role: 'admin' });
  const { page } = await openDashboard(browser, instance, owner, '/team');
  await findRow(page, email).waitFor();
  const found = await findObstaclesEverywhere(page, 'team');
  await button(page, `Cancel the invitation to ${email}`).click();
  await page.getByRole('dialog').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'cancelling')));
  await page.goto(`${instance.url}/app/${owner.accountId}/audit?to=2999-01-01`);
  await page.getByText('revoked 3 credentials').waitFor();
  await button(page, '3 entries').click();
  found.push(...(await findObstaclesEverywhere(page, 'audit log')));
  assert.deepEqual(found, []);
});

test('an admin connects a directory: token, address, roles of groups, last requests and revocation', async () => {
  const owner = await createOwner(instance, 'pro');
  const { page, complaints } = await openDashboard(browser, instance, owner);
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await findHeading(page, 'Provisioning').waitFor();
  await page.getByText('No tokens yet.').waitFor();
  await page.getByText('Create a token first.').waitFor();
  await button(page, 'New token').click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('link', { name: 'Sign in again' }).waitFor();
  await choose(page, 'Highest role', 'Admin');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByTestId('new-token').textContent()) ?? '';
  assert.match(token, /^insignia_scim_[0-9a-f]{32}$/);
  await button(page, 'Done').click();
  assert.equal(await page.getByText(token).count(), 0);
  await findRow(page, `insignia_scim_${token.slice(14, 22)}…`)
    .getByText('Never used')
    .waitFor();

  const url = await page.getByText(`${instance.url}/scim/v2`, { exact: true }).textContent();
  await button(page, 'Copy Tenant URL').waitFor();
  await page.getByText('Okta', { exact: true }).click();
  await button(page, 'Copy Base URL').waitFor();

  await button(page, 'Add group').click();
  await page.getByRole('textbox', { name: 'Group, Group 1' }).fill('Registrars');
  await choose(page, 'Role, Group 1', 'Admin');
  await button(page, 'Save roles').click();
  await page.getByText('Roles of groups saved').waitFor();
  const saved = assertOk(await owner.session('GET', '/provisioning')).body;
  assert.deepEqual(saved.groups, [{ group: 'Registrars', role: 'admin' }]);

  const scim = (path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  // The page waits for the directory's test, and shows it by itself.
  const test = page.getByRole('region', { name: '3. Test the connection' });
  await test
    .getByText(`Waiting for the first request with the token ${token.slice(14, 22)}`)
    .waitFor();
  assert.equal((await scim('/Users')).status, 200);
  await test.getByText('It works: GET /scim/v2/Users arrived').waitFor();
  assert.equal((await scim('/Users', { userName: owner.email })).status, 409);
  const created = await scim('/Users', { userName: 'grace@example.org', active: false });
  assert.equal(created.status, 201);
  await waitForCondition(
    'recorded',
    async () => (await owner.session('GET', '/provisioning')).body.requests.length === 3,
  );
  await page.reload();
  await page.getByText('Another user of this account has this userName.').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'provisioning'), []);
  await page.getByRole('button', { name: /^Revoke the token/ }).click();
  await button(page, 'Revoke token').click();
  await page.getByText('No tokens yet.').waitFor();
  assert.equal((await scim('/Users')).status, 401);

  const screen = (name: string) => `${instance.url}/app/${owner.accountId}/${name}`;
  await page.goto(screen('team'));
  await findRow(page, 'grace@example.org').getByText('Removed by the directory').waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.org');
  await button(page, 'Invite').click();
  await page.getByText('Your directory removed this person.').waitFor();
  await page.goto(screen('audit'));
  await page.getByText('The directory added grace@example.org').waitFor();
  // The refused invitation.
  assert.equal(complaints.length, 1);
  assert.match(complaints[0] ?? '', /status of 400/);
});
