import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './support/browser.ts';
import { assertOk, client } from './support/client.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { linkIn } from './support/mailbox.ts';
import { createBadge, createIssuer, createOwner, issueAward, password } from './support/people.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

/** A page in a browser of its own; what the browser complains of fails the test. */
async function visit(
  path: string,
  look: { width?: number; dark?: boolean } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1_200, height: 800 },
    colorScheme: look.dark ? 'dark' : 'light',
    javaScriptEnabled: true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(instance.url) &&
      !request.url().startsWith('data:') &&
      complaints.push(`elsewhere: ${request.url()}`),
  );
  await page.goto(new URL(path, instance.url).href);
  return { page, complaints };
}

test('sign-up, confirmation, a key, sign-out, forgotten password, sign-in: all by pages', async () => {
  const email = 'browser@example.org';
  const { page, complaints } = await visit('/');
  assert.equal(new URL(page.url()).pathname, '/sign-up');
  await page.fill('[name=name]', 'Bo "Browser" <b>');
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button');
  await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
  await page.goto(linkIn(await instance.mailbox.waitFor(email, /Confirm/), '/confirm-email'));
  await page.fill('[name=password]', 'not the password');
  await page.click('button');
  await page.getByRole('alert').getByText('Invalid link or password').waitFor();
  await page.fill('[name=password]', password);
  await page.click('button');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.fill('[name=name]', 'Course <system>');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.locator('#new-key').innerText()).trim();
  assert.deepEqual((await new AxeBuilder({ page }).analyze()).violations, []);
  assertOk(await client(instance.url, { 'x-api-key': key })('GET', '/issuers'));
  await page.getByRole('button', { name: 'Revoke Course <system>' }).click();
  await page.getByText('There is no key yet').waitFor();
  assert.equal((await client(instance.url, { 'x-api-key': key })('GET', '/issuers')).status, 401);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${instance.url}/keys`);
  assert.equal(new URL(page.url()).pathname, '/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.fill('[name=email]', email);
  await page.click('button');
  await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
  await page.goto(linkIn(await instance.mailbox.waitFor(email, /new password/), '/reset-password'));
  await page.fill('[name=newPassword]', 'a completely new one');
  await page.click('button');
  await page.getByRole('status').getByText('new password is saved').waitFor();
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button');
  await page.getByRole('alert').getByText('Wrong e-mail address or password').waitFor();
  await page.fill('[name=password]', 'a completely new one');
  await page.click('button');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  assert.deepEqual(
    complaints.filter((text) => !/status of 40[01]/.test(text)),
    [],
  );
});

test('every page is accessible, fits 360 pixels, loads nothing from elsewhere, in light and dark', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId, {
    recipient: { name: `Extraordinarily ${'Long'.repeat(20)}`, email: 'x@example.org' },
    expires: '2026-03-05',
  });
  const issuerId = await createIssuer(owner, { email: 'registrar@pages.example' });
  const link = linkIn(await instance.mailbox.waitFor('registrar@pages.example'), '/verify-issuer/');
  const invited = await owner.api('POST', '/members', {
    parameters: { email: 'guest@pages.example', role: 'viewer' },
  });
  const erased = await issueAward(owner, badgeId);
  await owner.api('DELETE', `/awards/${erased}`);
  const email = 'reader@pages.example';
  assertOk(await owner.api('POST', `/awards/${awardId}/send`, { parameters: { email } }));
  const unsubscribe = linkIn(await instance.mailbox.waitFor(email), '/mail/unsubscribe/');
  const pages = [
    unsubscribe,
    '/mail/unsubscribe/x',
    '/sign-up',
    '/sign-in',
    '/confirm-email?token=x',
    '/forgot-password',
    '/reset-password?token=x',
    `/credentials/${awardId}`,
    `/credentials/${erased}`,
    `/credentials/${awardId}/embed`,
    '/verify',
    `/verify?url=${instance.url}/credentials/${awardId}&email=x@example.org`,
    `/verify?url=${instance.url}/credentials/${erased}`,
    '/verify?url=nonsense',
    '/credentials/unknown',
    link,
    `/certify-badge/verify-issuer/${issuerId}/wrong`,
    `/accept-invitation?inviteId=${assertOk(invited).body.inviteId}`,
    '/accept-invitation?inviteId=unknown',
    `/sign-in?invitation=${assertOk(invited).body.inviteId}`,
  ];
  for (const path of pages) {
    for (const look of [{}, { width: 360, dark: true }]) {
      const { page, complaints } = await visit(path, look);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`),
        [],
      );
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(overflow, 0, path);
      // Pages that say no are no successes.
      assert.deepEqual(
        complaints.filter((text) => !/status of 4(00|04|10)/.test(text)),
        [],
        path,
      );
      await page.context().close();
    }
  }
});

test('pages carry their policy, and forms from other sites are refused', async () => {
  const { headers } = assertOk(await client(instance.url)('GET', '/sign-in'));
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
    assert.ok(policy.includes(rule), policy);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  for (const path of [
    '/sign-up',
    '/sign-in',
    '/confirm-email',
    '/forgot-password',
    '/reset-password',
    '/sign-out',
  ]) {
    const response = await fetch(instance.url + path, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@b.example' }),
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(response.status, 403, path);
  }
});

test('a page opened under another host is led to BASE_URL, once', async () => {
  const other = instance.url.replace('127.0.0.1', 'localhost');
  const html = { accept: 'text/html' };
  const led = await fetch(`${other}/sign-in?x=1`, { redirect: 'manual', headers: html });
  assert.deepEqual(
    [led.status, led.headers.get('location')],
    [302, `${instance.url}/sign-in?x=1&led=1`],
  );
  assert.equal(
    (await fetch(`${other}/sign-in?led=1`, { redirect: 'manual', headers: html })).status,
    200,
  );
  const evil = await fetch(`${other}//evil.example/sign-in`, { redirect: 'manual', headers: html });
  assert.doesNotMatch(evil.headers.get('location') ?? '', /^(https?:)?\/\/evil/);
});
