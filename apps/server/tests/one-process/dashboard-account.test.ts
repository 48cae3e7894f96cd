import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { assertOk, assertRefused, createTestClient } from '../support/client.ts';
import {
  findHeading,
  findObstacles,
  findObstaclesEverywhere,
  openDashboard,
  pressCovered,
  waitForFocus,
} from '../support/dashboard.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  type Owner,
  password,
  readCookie,
} from '../support/people.ts';
import { findFreePort } from '../support/port.ts';
import { getCode } from '../support/second-factor.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const port = await findFreePort();
// Browsers allow passkeys only for names, not for IP addresses.
const { instance, browser } = await useInstanceAndBrowser({
  ...{ BASE_URL: `http://localhost:${port}`, PORT: String(port) },
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const signInBy = ({ email }: Owner, word = password) =>
  createTestClient(instance.url)('POST', '/api/auth/sign-in/email', { email, password: word });
/** Moves the sign-in back in time. */
const age = ({ personId }: Owner, minutes: number) =>
  sql`update auth."session" set "createdAt" = "createdAt" - make_interval(mins => ${minutes})
    where "userId" = ${personId}`.execute(instance.db);
async function signInAgain(page: Page, { email }: Owner): Promise<void> {
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('three themes are available; a failed sign-out is reported and succeeds on retry', async () => {
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner);
  const menu = page.getByRole('button', { name: /^Signed in as/ });
  const theme = (name: string) => page.getByRole('menuitemradio', { name, exact: true });
  await menu.click();
  assert.equal(await theme('System').getAttribute('aria-checked'), 'true');
  // Floating elements are at the end of the page, outside landmarks.
  const found = await findObstacles(page, 'menu');
  assert.deepEqual(
    found.filter((problem) => !problem.startsWith('menu: region:')),
    [],
  );
  await theme('Dark').click();
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.reload();
  await page.locator('html[data-theme="dark"]').waitFor();
  await menu.press('Enter');
  assert.equal(await theme('Dark').getAttribute('aria-checked'), 'true');
  assert.equal(await page.getByRole('menuitemradio', { checked: true }).count(), 1);
  await waitForFocus(theme('System'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme="light"]').waitFor();

  const signOut = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const requestId = '01a1ff35-a000-7000-8000-0000000000ff';
  const refusal = { error: 'something went wrong on our side', code: 'internal_error' };
  await page.route('**/sign-out', (route) =>
    route.fulfill({ status: 500, json: { ...refusal, statusCode: 500, requestId } }),
  );
  await signOut();
  await page.getByRole('alert').getByText(requestId).waitFor();
  await page.unroute('**/sign-out');
  await signOut();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal((await owner.session('GET', '/account')).status, 401);
});

test('renaming the account updates its switcher immediately, and an invalid name is rejected', async () => {
  const owner = await createOwner(instance);
  const { page, complaints } = await openDashboard(browser, instance, owner);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await findHeading(page, 'Account').waitFor();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('x'.repeat(201));
  await button(page, 'Save').click();
  await page.getByText('Use at most 200 characters').waitFor();
  await name.fill('ETH Zürich');
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await button(page, 'Stay').click();
  await button(page, 'Save').click();
  await page.getByText('Account renamed to ETH Zürich').waitFor();
  await page.getByRole('button', { name: /^ETH Zürich/ }).waitFor();
  assert.equal(assertOk(await owner.read('GET', '/account')).body.name, 'ETH Zürich');
  const plan = region(page, 'Plan and limits');
  await plan.getByText('Free plan').waitFor();
  await plan.getByText('0 of 100', { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});

test('sessions are listed by browser, and one or all others can be ended', async () => {
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner, '/account');
  const agents = [
    'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
  ];
  const elsewhere: string[] = [];
  const more = [
    'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0',
    'curl/8',
  ];
  for (const agent of [...agents, ...more]) {
    const body = { email: owner.email, password };
    const headers = { 'user-agent': agent };
    const signed = await createTestClient(instance.url)(
      'POST',
      '/api/auth/sign-in/email',
      body,
      headers,
    );
    elsewhere.push(assertOk(signed).headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }
  await page.reload();
  const list = page.getByRole('list', { name: 'Your sessions' });
  await list.getByText('Unknown browser').first().waitFor();
  for (const device of ['Edge on Windows', 'Chrome on ChromeOS', 'Samsung Internet on Android'])
    await list.getByText(device).waitFor();
  await list.getByRole('listitem').first().getByText('This session').waitFor();
  await list.getByText('with password').first().waitFor();
  await button(page, 'Sign out Firefox on Windows').click();
  await list.getByText('Firefox on Windows').waitFor({ state: 'detached' });
  const ask = (cookie = '') =>
    createTestClient(instance.url, { cookie })('GET', '/api/auth/get-session');
  assert.equal((await ask(elsewhere[0])).status, 401);
  assertOk(await ask(elsewhere[1]));
  await button(page, 'Sign out all other sessions').click();
  const dialog = page.getByRole('dialog', { name: 'Sign out 5 other sessions?' });
  await dialog.getByRole('button', { name: 'Sign out 5 sessions' }).click();
  await list.getByText('Safari on iOS').waitFor({ state: 'detached' });
  assert.equal(await list.getByRole('listitem').count(), 1);
  for (const cookie of elsewhere) assert.equal((await ask(cookie)).status, 401);
});

test('an authenticator app is set up with its recovery codes, asks at sign-in, and is removed with a code', async () => {
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner, '/account');
  const security = region(page, 'Authenticator app');
  await button(page, 'Set up an authenticator app').click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('Current password').fill('not my password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This isn’t your current password').waitFor();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = (await dialog.getByTestId('totp-secret').textContent()) ?? '';
  const codes = ((await dialog.getByTestId('recovery-codes').textContent()) ?? '').split('\n');
  assert.equal(codes.length, 10);
  assert.deepEqual(await findObstacles(page, 'setup'), []);
  const code = dialog.getByLabel('Code from the app');
  await code.fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('The code is wrong or was used').waitFor();
  await code.fill(getCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await security.getByText('10 recovery codes are left').waitFor();

  await button(page, 'Replace recovery codes').click();
  const replacing = page.getByRole('dialog', { name: 'Replace recovery codes' });
  await replacing.getByLabel('Code from the app, or a recovery code').fill(codes[0] ?? '');
  await replacing.getByRole('button', { name: 'Replace recovery codes' }).click();
  const replaced = page.getByRole('dialog', { name: 'Your new recovery codes' });
  const [first = ''] = ((await replaced.getByTestId('recovery-codes').textContent()) ?? '').split(
    '\n',
  );
  await replaced.getByRole('button', { name: 'Done' }).click();

  await page.context().clearCookies();
  await page.goto(`${instance.url}/sign-in`);
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await findHeading(page, 'Enter your code').waitFor();
  assert.deepEqual(await findObstacles(page, 'code'), []);
  await page.getByLabel('Code').fill(getCode(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await button(page, 'Remove authenticator app').click();
  const removal = page.getByRole('dialog', { name: 'Remove your authenticator app?' });
  await removal.getByLabel('Code from the app, or a recovery code').fill(first);
  await removal.getByRole('button', { name: 'Remove authenticator app' }).click();
  await button(page, 'Set up an authenticator app').waitFor();
});

test('an owner requires a second factor, and members set it up at their next sign-in', async () => {
  const owner = await createOwner(instance, 'pro');
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'viewer');
  const { page } = await openDashboard(browser, instance, owner, '/account');
  const section = region(page, 'Second factor for members');
  await section.getByText('2 members have no second factor').waitFor();
  await section.getByText('You have none yet.').waitFor();
  const warning = section.getByText('Your next sign-in asks you to set one up.');
  assert.equal(await warning.count(), 0, 'not yet required');
  await button(page, 'Require a second factor').click();
  const dialog = page.getByRole('dialog', { name: 'Require a second factor?' });
  await dialog.getByRole('button', { name: 'Require a second factor' }).click();
  await section.getByText('Required.').waitFor();
  await warning.waitFor();
  await findHeading(page, 'Account').waitFor();

  const theirs = { cookie: member.cookie, accountId: owner.accountId };
  const { page: open } = await openDashboard(browser, instance, theirs);
  await findHeading(open, 'Overview').waitFor();
  const cookie = readCookie(assertOk(await signInBy(member)).headers);
  const { page: refused } = await openDashboard(browser, instance, { ...theirs, cookie });
  await findHeading(refused, 'Second factor required').waitFor();
  assert.deepEqual(await findObstacles(refused, 'required'), []);
  await refused.getByRole('link', { name: 'Set up a second factor' }).click();
  await findHeading(refused, 'Set up your second factor').waitFor();
  await refused.locator('#password').fill(password);
  await button(refused, 'Set up an authenticator app').click();
  const key = (await refused.locator('code.key').textContent()) ?? '';
  await refused.getByLabel('Code from the app').fill(getCode(key));
  await button(refused, 'Turn on').click();
  await refused.getByRole('link', { name: 'Continue' }).click();
  await findHeading(refused, 'Overview').waitFor();
});

test('a passkey is added in the dashboard, signs in there and at /my, and is removed', async () => {
  const { url } = instance;
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner, '/security');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await button(page, 'Add a passkey').click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByLabel('Name').fill('Laptop');
  assert.deepEqual(await findObstacles(page, 'adding'), []);
  await adding.getByRole('button', { name: 'Add a passkey' }).click();
  const section = region(page, 'Passkeys');
  await section.getByText('never used').waitFor();
  await button(page, 'Rename Laptop').click();
  const renaming = page.getByRole('dialog', { name: 'Rename your passkey' });
  await renaming.getByLabel('Name').fill('Old laptop');
  await renaming.getByRole('button', { name: 'Rename passkey' }).click();
  await section.getByText('Old laptop').waitFor();

  // A virtual authenticator fills in passkeys without being asked. Here, the button is tested.
  await page.addInitScript(() => {
    if (location.pathname === '/sign-in')
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.context().clearCookies();
  await page.goto(`${url}/sign-in`);
  assert.deepEqual(await findObstacles(page, 'sign-in'), []);
  await button(page, 'Sign in with a passkey').click();
  await findHeading(page, 'Overview').waitFor();
  await page.context().clearCookies();
  await page.goto(`${url}/my/sign-in`);
  await findHeading(page, 'My credentials').waitFor();

  await page.goto(`${url}/my/settings`);
  await page.getByLabel('Name', { exact: true }).last().fill('Second');
  await button(page, 'Add a passkey').click();
  await page.getByText('This device already has a passkey for you').waitFor();
  await page.goto(`${url}/app/${owner.accountId}/account`);
  await button(page, 'Remove Old laptop').click();
  const removal = page.getByRole('dialog', { name: 'Remove Old laptop?' });
  await removal.getByRole('button', { name: 'Remove passkey' }).click();
  await section.getByText('You have no passkeys yet').waitFor();

  await page.context().clearCookies();
  await page.goto(`${url}/sign-in`);
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('The passkey wasn’t accepted').waitFor();
});

test('changing a password reports a wrong one at its field and first renews an old sign-in', async () => {
  const owner = await createOwner(instance);
  await age(owner, 10);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/account');
  await button(page, 'Change password').click();
  await page.getByText('You last signed in more than 5 minutes ago').waitFor();
  await signInAgain(page, owner);
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not my password');
  await dialog.getByLabel('New password').fill('short');
  await button(page, 'Change password').last().click();
  await dialog.getByText('Use at least 8 characters').waitFor();
  await dialog.getByLabel('New password').fill('staple battery horse');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('This isn’t your current password').waitFor();
  const storage = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
  );
  assert.doesNotMatch(storage, /not my password|staple battery/);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
  assert.equal(new URL(page.url()).search, '');
  assertRefused(await signInBy(owner), 401, 'invalid_credentials');
  assertOk(await signInBy(owner, 'staple battery horse'));
  // For the wrong password.
  assert.deepEqual(
    complaints.filter((words) => !words.includes('400')),
    [],
  );
});

test('an export of everything runs in the background, and the tray shows success or the reason for failure', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/account');
  const hold = Promise.withResolvers<void>();
  await page.route('**/account/export', async (route) => {
    await hold.promise;
    await route.continue();
  });
  await button(page, 'Export everything').click();
  const tray = region(page, 'Jobs');
  await tray.getByRole('button', { name: `Cancel Export of ${owner.name}` }).waitFor();
  await page.getByRole('link', { name: 'Team' }).click();
  await findHeading(page, 'Team').waitFor();
  const saving = page.waitForEvent('download');
  hold.resolve();
  const file = await saving;
  assert.equal(file.suggestedFilename(), 'insignia-account.zip');
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  const path = join(folder, 'all.zip');
  await file.saveAs(path);
  assert.equal((await readFile(path)).subarray(0, 2).toString(), 'PK');
  await rm(folder, { recursive: true });
  await tray.getByText('saved as insignia-account.zip').waitFor();
  await tray.getByRole('button', { name: `Dismiss Export of ${owner.name}` }).click();
  await tray.waitFor({ state: 'detached' });

  await page.unroute('**/account/export');
  let tries = 0;
  await page.route('**/account/export', async (route) => {
    tries += 1;
    if (tries === 1) await route.abort();
    else await route.continue();
  });
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await button(page, 'Export everything').click();
  await tray.getByText('The service didn’t respond').waitFor();
  await tray.getByRole('button', { name: 'Try again' }).click();
  await tray.getByText('saved as insignia-account.zip').waitFor();
});

test('an owner deletes the account by typing its name after signing in again', async () => {
  const owner = await createOwner(instance);
  await age(owner, 10);
  const { page } = await openDashboard(browser, instance, owner, '/account');
  await button(page, 'Delete account').click();
  await page.getByText('You last signed in more than 5 minutes ago').waitFor();
  await signInAgain(page, owner);
  const dialog = page.getByRole('dialog', { name: `Delete ${owner.name}?` });
  await dialog.getByText('This also deletes your user').waitFor();
  const remove = dialog.getByRole('button', { name: 'Delete account' });
  assert.equal(await remove.isDisabled(), true);
  const typed = dialog.getByRole('textbox', { name: `Type “${owner.name}” to confirm` });
  await typed.fill(owner.name);
  // An outdated sign-in leads to sign-in again.
  await age(owner, 10);
  await remove.click();
  await signInAgain(page, owner);
  await typed.fill(owner.name);
  await remove.click();
  await page.waitForURL(`${instance.url}/sign-in`);
  assertRefused(await signInBy(owner), 401, 'invalid_credentials');
  assert.equal((await owner.api('GET', '/issuers')).status, 401);
});

test('only the owner can delete the account, and a viewer can neither rename nor export it', async () => {
  const [owner, viewer] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const theirs = { cookie: viewer.cookie, accountId: owner.accountId };
  const { page } = await openDashboard(browser, instance, theirs, '/account?do=delete');
  await region(page, 'Name').getByText(owner.name).waitFor();
  for (const name of ['Save', 'Export everything', 'Delete account'])
    assert.equal(await button(page, name).count(), 0, name);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await button(page, 'Change password').waitFor();
});

test('a name that was typed survives the end of the session', async () => {
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner, '/account');
  await page.getByRole('textbox', { name: 'Name' }).fill('Late name');
  assertOk(await owner.session('POST', '/api/auth/sign-out'));
  await pressCovered(button(page, 'Save'));
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await findHeading(page, 'Account').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Late name');
});

test('the old URL of API keys redirects to their screen, which marks keys unused for 90 days', async () => {
  const owner = await createOwner(instance);
  // Age and last use of keys in days.
  const keys = { Forgotten: [200, 91], Unneeded: [91, null], Busy: [200, 1], New: [1, null] };
  for (const [name, [createdDays, used]] of Object.entries(keys)) {
    assertOk(await owner.session('POST', '/api-keys', { parameters: { name, scope: 'read' } }));
    await sql`update api_keys set created_at = now() - make_interval(days => ${createdDays}),
        last_used_at = now() - make_interval(days => ${used})
      where name = ${name} and account_id = ${owner.accountId}`.execute(instance.db);
  }
  const { page } = await openDashboard(browser, instance, owner);
  await page.goto(`${instance.url}/keys`);
  await findHeading(page, 'API keys').waitFor();
  assert.equal(new URL(page.url()).pathname, `/app/${owner.accountId}/keys`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('New').getByText('Never used').waitFor();
  await row('New').getByTitle(owner.email).waitFor();
  for (const [name, isIdle] of Object.entries({ Forgotten: 1, Unneeded: 1, Busy: 0, New: 0 }))
    assert.equal(await row(name).getByText('Unused for 90 days').count(), isIdle, name);
});

test('the account screen is accessible and fits, wide and narrow, in light and dark', async () => {
  const owner = await createOwner(instance);
  await owner.insignia.account.update({ name: `Long${'er'.repeat(80)}` });
  const { page } = await openDashboard(browser, instance, owner, '/account');
  await page.getByText('This session').waitFor();
  const found = await findObstaclesEverywhere(page, 'account');
  for (const name of ['Change password', 'Delete account']) {
    await button(page, name).click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await findObstaclesEverywhere(page, name)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  assert.deepEqual(found, []);
});
