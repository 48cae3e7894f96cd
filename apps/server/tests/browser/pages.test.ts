import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations } from '../support/axe.ts';
import { visit } from '../support/browser.ts';
import { assertOk, createTestClient } from '../support/client.ts';
import { findMailLink } from '../support/mailbox.ts';
import { password } from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

/** Creates an API key, which is shown once. */
async function newKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page
    .getByRole('dialog')
    .getByText(/^insignia_[0-9a-f]{32}$/)
    .innerText();
  assert.deepEqual(await findViolations(page), []);
  await page.getByRole('button', { name: 'Done' }).click();
  return key.trim();
}

test('sign-up, confirmation, a key, sign-out, a forgotten password and sign-in work by pages alone', async () => {
  const email = 'browser@example.org';
  const { page, complaints } = await visit(browser, instance.url, '/');
  const { pathname } = new URL(page.url());
  assert.equal(pathname, '/sign-up', 'nobody is here yet');
  await page.fill('[name=name]', 'Bo "Browser" <b>');
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button');
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await page.goto(findMailLink(await instance.mailbox.waitFor(email, /Confirm/), '/confirm-email'));
  await page.fill('[name=password]', 'not the password');
  await page.click('button');
  await page.getByRole('alert').getByText('The link or the password isn’t valid').waitFor();
  await page.fill('[name=password]', password);
  await page.click('button');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto(`${instance.url}/keys`);
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  const key = await newKey(page, 'Course <system>');
  assertOk(await createTestClient(instance.url, { 'x-api-key': key })('GET', '/issuers'));
  await page.getByRole('button', { name: 'Revoke Course <system>' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API keys yet').waitFor();
  assert.equal(
    (await createTestClient(instance.url, { 'x-api-key': key })('GET', '/issuers')).status,
    401,
  );
  const second = await newKey(page, 'Another');
  await page.getByRole('button', { name: 'Signed in as' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(instance.url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${instance.url}/app/`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.fill('[name=email]', email);
  await page.click('button');
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await page.goto(findMailLink(await instance.mailbox.waitFor(email, /Reset/), '/reset-password'));
  assert.deepEqual(await findViolations(page), []);
  await page.getByRole('checkbox', { name: 'Revoke my API keys too' }).check();
  await page.fill('[name=newPassword]', 'too bad');
  await page.$eval('form', (form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.click('button');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByRole('checkbox').isChecked(), true);
  await page.fill('[name=newPassword]', 'a completely new one');
  await page.click('button');
  await page
    .getByRole('status')
    .getByText('has been reset, and your API keys have been revoked')
    .waitFor();
  assert.equal(
    (await createTestClient(instance.url, { 'x-api-key': second })('GET', '/issuers')).status,
    401,
  );
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button');
  await page.getByRole('alert').getByText('Wrong email address or password').waitFor();
  await page.fill('[name=password]', 'a completely new one');
  await page.click('button');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.deepEqual(
    complaints.filter((text) => !/status of 40[01]/.test(text)),
    [],
  );
});

test('pages send their content security policy, and forms from other sites are refused', async () => {
  const { headers } = assertOk(await createTestClient(instance.url)('GET', '/sign-in'));
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

test('a page opened under another host redirects to BASE_URL once', async () => {
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
