import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { visit } from '../support/browser.ts';
import { assertOk } from '../support/client.ts';
import { callback, createConnectedApp, createVerifier, v2Scope } from '../support/connected-app.ts';
import { signForeign, signForeignJwt } from '../support/foreign-credential.ts';
import { assertLooks } from '../support/looks.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  readEmailCode,
  signInByCode,
} from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

/** A recipient with a shared collection, a public profile and three addresses. */
async function createRecipient() {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const email = 'ada.lovelace@recipients.example';
  const names = [
    'Poet of Science',
    'Analytical Engine: programming with punched cards',
    'Bernoulli numbers',
  ];
  const credentials: string[] = [];
  for (const name of names) {
    const badgeId = await createBadge(owner, issuerId, { name });
    credentials.push(
      await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } }),
    );
  }
  await owner.insignia.credentials.revoke({ awardId: credentials[2] ?? '', reason: 'Sample' });
  const { session, cookie, personId } = await signInByCode(instance, email);
  const post = (path: string, parameters: object) => session('POST', path, { parameters });
  assertOk(await post('/my/addresses', { email: 'countess@recipients.example' }), 201);
  assertOk(await post('/my/addresses', { email: `${'long'.repeat(12)}@recipients.example` }), 201);
  await sql`update user_addresses set confirmed_at = now()
    where person_id = ${personId} and email like 'countess%'`.execute(instance.db);
  const identifier = { type: 'IdentityObject', hashed: false, identityType: 'emailAddress' };
  const name = 'Sketch of the Analytical Engine, with notes';
  const options = { name, identifier: { ...identifier, identityHash: email } };
  const { migrationId } = await owner.insignia.migrations.create({
    ...({ source: 'openbadges3', mode: 'hold', issuerId } as const),
    file: await signForeignJwt(email, options),
  });
  for await (const { status } of owner.insignia.migrations.follow(migrationId))
    if (status === 'completed') break;
  const document = await signForeign(email, { name: 'Difference Engine' });
  const imported = await session('POST', '/my/imports', { document });
  credentials.push(assertOk(imported, 201).body.id);
  const description =
    'What I learned between 1842 and 1843, when I translated an article on the engine.';
  const { collectionId } = assertOk(
    await post('/my/collections', { name: 'Mathematics', description, credentials }),
    201,
  ).body;
  assertOk(await post('/my/collections', { name: 'For my application' }), 201);
  const shared = await session('PUT', `/my/collections/${collectionId}`, {
    parameters: { shared: true },
  });
  const { pathname } = new URL(assertOk(shared).body.link);
  const profile = { handle: 'ada-lovelace', name: 'Ada Lovelace', about: description, credentials };
  assertOk(await session('PUT', '/my/profile', { parameters: { ...profile, public: true } }));
  const app = createConnectedApp(instance.url);
  const scopes = ['assertion.create', 'assertion.readonly', 'profile.readonly'].map(v2Scope);
  const client = await app.register(scopes);
  await app.connect(client, cookie, scopes);
  const { challenge } = createVerifier();
  const consentPath = app.authorizationPath(client, scopes, { code_challenge: challenge });
  const offerPath = `/credentials/${credentials[0]}/offer`;
  const collectionPath = `/my/collections/${collectionId}`;
  const reportPath = `/my/report?credential=${credentials[0]}`;
  return { cookie, collectionPath, pathname, offerPath, consentPath, reportPath };
}

/** Texts of the visible controls in their order on the page, and in that of the Tab key. */
async function readTabOrder(page: Page): Promise<{ expected: string[]; reached: string[] }> {
  const expected = await page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, summary, textarea')]
      .filter((one) => one.checkVisibility() && !(one as HTMLInputElement).disabled)
      .map((one, at) => {
        one.setAttribute('data-at', `${at} ${one.getAttribute('aria-label') ?? one.textContent}`);
        return one.getAttribute('data-at') ?? '';
      }),
  );
  const reached: string[] = [];
  while (reached.length < expected.length) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => document.activeElement?.getAttribute('data-at') ?? 'elsewhere'),
    );
  }
  return { expected, reached };
}

test('every screen of recipients is accessible and fits 320 pixels, light and dark, in five languages', async () => {
  const { cookie, collectionPath, pathname, offerPath, consentPath, reportPath } =
    await createRecipient();
  const [name = '', value = ''] = cookie.split('=');
  const paths = [
    ...['/my', '/my/collections', reportPath, '/my/addresses', collectionPath],
    ...['/my/profile', '/my/settings', '/my/import', consentPath],
    ...[pathname, '/people/ada-lovelace', offerPath],
  ];
  // The journey below is in English.
  for (const language of isShort ? ['ar'] : ['en', 'ar', 'de', 'fr', 'es']) {
    const { page, complaints } = await visit(browser, instance.url, '/my/sign-in');
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    for (const path of ['/my/sign-in', ...paths]) {
      await page.goto(new URL(path, instance.url).href);
      assert.equal(await page.getAttribute('html', 'lang'), language);
      const where = `${path} ${language}`;
      await assertLooks(page, where, 320);
      assert.deepEqual(complaints, [], where);
      await page
        .context()
        .addCookies([{ name, value: decodeURIComponent(value), url: instance.url }]);
    }
    await page.context().close();
  }
  const { page } = await visit(browser, instance.url, '/my/sign-in');
  await page.context().addCookies([{ name, value: decodeURIComponent(value), url: instance.url }]);
  await page.goto(new URL('/my', instance.url).href);
  const { expected, reached } = await readTabOrder(page);
  assert.ok(expected.length > 20, `${expected.length} controls`);
  assert.deepEqual(reached, expected);
  const offers = page.getByRole('region', { name: 'Offered to you' });
  await offers.getByRole('button', { name: /^Accept Sketch/ }).press('Enter');
  await page.getByText('Credential added.').waitFor();
  assert.equal(await offers.count(), 0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Share Poet of Science').first().press('Enter');
  await page.getByRole('button', { name: 'Copy link' }).press('Enter');
  await page.getByText('Link copied').waitFor();
  const credentialLink = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.ok(new URL(offerPath, instance.url).href.startsWith(credentialLink));
  await page.goto(new URL(collectionPath, instance.url).href);
  await page.getByRole('button', { name: 'Copy link' }).press('Enter');
  await page.getByText('Link copied').waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(new URL(String(copied)).pathname, pathname);
  // The policy of the page lets the form lead to the app.
  await page.goto(new URL(consentPath, instance.url).href);
  const sent = page.waitForRequest((request) => request.url().startsWith(`${callback}?code=`));
  await page.getByRole('button', { name: 'Connect' }).press('Enter');
  await sent;
  await page.context().close();
});

test('the link of a code signs in with one press, and its address is sent nowhere else', async () => {
  const email = 'linked@recipients.example';
  const { page } = await visit(browser, instance.url, '/my/sign-in');
  await page.fill('#email', email);
  await page.locator('main button').first().click();
  const { link } = await readEmailCode(instance, email);
  const opened = await page.goto(link);
  assert.equal(opened?.headers()['referrer-policy'], 'same-origin');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'My credentials' }).waitFor();
  await page.context().close();
});

test('without script, a recipient signs in by code, opens a credential and reports a mistake', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'Navigation' });
  const email = 'no-script@recipients.example';
  await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelaze', email } });
  const look = { hasScript: false };
  const { page, complaints } = await visit(browser, instance.url, '/my', look);
  await page.fill('#email', email);
  await page.locator('main button').first().click();
  const { code } = await readEmailCode(instance, email);
  await page.fill('#code', code);
  await page.locator('main button').first().click();
  await page.getByRole('heading', { name: 'My credentials' }).waitFor();
  await page.getByRole('link', { name: 'Open Navigation' }).click();
  await page.getByRole('heading', { name: 'Navigation' }).waitFor();
  await page.getByRole('link', { name: 'See all your credentials' }).click();
  await page.getByRole('link', { name: 'Report a mistake in Navigation' }).click();
  await page.getByRole('radio').first().check();
  await page.fill('#message', 'My name is Lovelace.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('heading', { name: 'Request sent' }).waitFor();
  const { items } = await owner.insignia.requests.list();
  assert.deepEqual(
    items.map(({ message }) => message),
    ['My name is Lovelace.'],
  );
  assert.deepEqual(complaints, []);
  await page.context().close();
});
