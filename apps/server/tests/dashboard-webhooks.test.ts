import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { verify } from '@insignia/sdk/webhooks';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './support/browser.ts';
import { findHeading, findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let instance: Instance;
let browser: Browser;
const receivers: Receiver[] = [];
before(async () => {
  [instance, browser] = await Promise.all([
    startInstance({
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      WEBHOOK_RETRY_SCHEDULE: '50ms,50ms',
    }),
    openBrowser(),
  ]);
});
after(async () => {
  await browser.close();
  await instance.stop();
  for (const receiver of receivers) await receiver.close();
});

/** Emails a credential to the address. */
async function mailTo(owner: Owner, email: string): Promise<void> {
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId);
  await owner.insignia.credentials.send({ awardId, email });
}

test('a bounced email shows the reason in words and can be resent', async () => {
  const owner = await createOwner(instance);
  const email = 'slip@example.org';
  instance.mailbox.unknown.add(email);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/mail');
  await findHeading(page, 'Mail').waitFor();
  await page.getByRole('heading', { name: 'No emails yet' }).waitFor();
  await mailTo(owner, email);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByText('Bounced').waitFor();
  await row.getByText('This mailbox doesn’t exist').waitFor();
  await row.getByText('550 no such mailbox').waitFor();

  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Accepted by the mail server' }).click();
  await page.getByText('No results.').waitFor();
  assert.equal(new URL(page.url()).search, '?state=accepted');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'All states' }).click();

  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('nobody of that name');
  await page.getByText('No results.').waitFor();
  await search.fill('zq');
  await page.getByText('Enter at least 3').waitFor();
  await search.fill('charles@');
  await row.getByText('Bounced').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('search'), 'charles@');

  instance.mailbox.unknown.delete(email);
  await row.getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend this email?' });
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await instance.mailbox.waitFor(email);
  await row.getByText('Accepted by the mail server').waitFor();
  assert.equal(await row.count(), 2);
  assert.deepEqual(complaints, []);
});

test('an unsubscribed recipient gets no more emails, and a viewer cannot resend', async () => {
  const [owner, viewer] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const email = 'enough@example.org';
  await mailTo(owner, email);
  const { mail } = await instance.mailbox.waitFor(email);
  const link = /https?:\/\/\S+unsubscribe\/[\w.-]+/.exec(mail.text ?? '')?.[0] ?? '';
  await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'stop' }) });
  const { page } = await openDashboard(browser, instance, owner, '/mail?state=nonsense');
  await page.getByRole('button', { name: `Resend to ${email}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText('This recipient unsubscribed from emails').waitFor();

  const { page: theirs } = await openDashboard(browser, instance, {
    cookie: viewer.cookie,
    accountId: owner.accountId,
  });
  await theirs.keyboard.press('g');
  await theirs.keyboard.press('m');
  await findHeading(theirs, 'Mail').waitFor();
  await theirs.getByRole('link', { name: email }).waitFor();
  assert.equal(await theirs.getByRole('button', { name: 'Resend' }).count(), 0);
});

test('the reason for an undelivered email is shown in words, whatever the mail server says', async () => {
  const owner = await createOwner(instance);
  const email = 'said@example.org';
  instance.mailbox.unknown.add(email);
  await mailTo(owner, email);
  const mails = async () => (await owner.insignia.mail.list({ state: 'bounced' })).items;
  await waitForCondition('bounced', async () => (await mails()).length === 1);
  const { page } = await openDashboard(browser, instance, owner);
  for (const [state, serverReply, words] of [
    [
      'bounced',
      'Message failed: 550 5.1.1 <said@example.org> rejected',
      'This mailbox doesn’t exist',
    ],
    ['bounced', 'Message failed: 552 5.2.2 over quota', 'The mailbox is full'],
    ['bounced', 'Message failed: 554 5.7.1 listed', 'treats the email as spam'],
    ['bounced', 'Message failed: 554 no', 'permanently rejected the email'],
    [
      'failed',
      'connect ECONNREFUSED 192.0.2.1:25',
      'couldn’t be reached. We stopped after 8 attempts',
    ],
    ['queued', 'Message failed: 451 later', 'didn’t accept the email. 8 attempts so far'],
  ] as const) {
    await sql`update mails set state = ${state}, last_error = ${serverReply}, attempts = 8
      where recipient = ${email}`.execute(instance.db);
    await page.goto(`${instance.url}/app/${owner.accountId}/mail`);
    await page.getByRole('row').getByText(words).waitFor();
    await page.getByText(`Mail server’s response: ${serverReply}`).waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Resend' }).count(),
      Number(state !== 'queued'),
    );
  }
});

test('the email screen is accessible and fits, wide and narrow, in light and dark', async () => {
  const owner = await createOwner(instance);
  const email = `${'long'.repeat(15)}@example.org`;
  instance.mailbox.unknown.add(email);
  const { page } = await openDashboard(browser, instance, owner, '/mail');
  await page.getByText('No emails yet').waitFor();
  const found = await findObstaclesEverywhere(page, 'no mails');
  await mailTo(owner, email);
  await page.reload();
  await page.getByRole('table').getByText('Bounced').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'mails')));
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('dialog').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'sending once more')));
  assert.deepEqual(found, []);
});

/** A real receiver for the account's events. */
async function receive(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}
const failing: Receiver['answer'] = (_request, response) =>
  void response.writeHead(500, { 'content-type': 'application/json' }).end('{"why":"full"}');
const fine: Receiver['answer'] = (_request, response) => void response.writeHead(204).end();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Log rows of an event. */
const findDelivery = (page: Page, event: string) =>
  page.getByRole('region', { name: 'Deliveries' }).getByRole('button', { name: event });

async function register(owner: Owner, url: string): Promise<{ id: string; secret: string }> {
  return await owner.insignia.webhooks.create({ url });
}

test('an endpoint can be created and tested, and its deliveries appear live and can be resent', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const receiver = await receive();
  const { page, complaints } = await openDashboard(browser, instance, owner);
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await findHeading(page, 'Webhooks').waitFor();
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  await button(page, 'New endpoint').click();
  const dialog = page.getByRole('dialog', { name: 'New endpoint' });
  await dialog.getByRole('checkbox', { name: 'Credentials issued, delivered' }).uncheck();
  await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await dialog.getByText('Choose at least one').waitFor();
  await dialog.getByRole('checkbox', { name: 'credential.issued' }).check();
  // The response gets lost.
  await page.route('**/webhooks', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await dialog.getByText('The service didn’t respond.').waitFor();
  await page.unroute('**/webhooks');
  complaints.length = 0;
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  const shown = page.getByRole('dialog', { name: 'Your signing secret' });
  const secret = await shown.getByText(/^whsec_/).innerText();
  await shown.getByRole('button', { name: 'Copy' }).waitFor();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Nothing sent yet').waitFor();
  assert.equal((await owner.insignia.webhooks.list()).webhooks.length, 1);

  await button(page, 'Send test event').click();
  const answer = page.getByRole('region', { name: 'Response' });
  await answer.getByText('HTTP 200').waitFor();
  await answer.getByText('ok', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Request' }).getByText('"type": "ping"').waitFor();
  const [ping] = receiver.received;
  assert.ok(ping);
  assert.equal((await verify(ping.body, ping.headers, secret)).type, 'ping');
  await page.getByText('Healthy').waitFor();

  receiver.answer = failing;
  await issueAward(owner, badgeId);
  const issued = findDelivery(page, 'credential.issued');
  await issued.getByText('Failed').waitFor();
  await issued.click();
  await answer.getByText('HTTP 500').waitFor();
  await answer.getByText('"why": "full"').waitFor();
  await page.getByRole('list', { name: 'Attempts' }).getByText('Attempt 3').waitFor();
  await page.getByText('Failing').waitFor();
  receiver.answer = fine;
  await button(page, 'Redeliver').click();
  await issued.getByText('Delivered').waitFor();
  await answer.getByText('HTTP 204').waitFor();
  assert.deepEqual(complaints, []);
});

test('all failures since a time are redelivered after the count is shown', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const receiver = await receive();
  receiver.answer = failing;
  const { id } = await register(owner, receiver.url);
  await issueAward(owner, badgeId);
  await issueAward(owner, badgeId, {
    recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
  });
  const { page } = await openDashboard(browser, instance, owner, `/webhooks/${id}?state=failed`);
  await waitForCondition(
    'two failed',
    async () => (await findDelivery(page, 'credential.issued').count()) === 2,
  );
  receiver.answer = fine;
  await button(page, 'Redeliver all that failed since').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 deliveries have failed since then').waitFor();
  await dialog.getByLabel('Since').fill('2999-01-01T00:00');
  await dialog.getByText('No deliveries have failed since then').waitFor();
  await dialog.getByLabel('Since').fill('2020-01-01T00:00');
  await dialog.getByRole('button', { name: 'Redeliver' }).click();
  await page.getByText('Redelivering 2 deliveries').waitFor();
  await page.getByText('No results.').waitFor();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'All states' }).click();
  const delivered = findDelivery(page, 'credential.issued').filter({ hasText: 'Delivered' });
  await waitForCondition('two delivered', async () => (await delivered.count()) === 2);
});

test('a secret can be rotated, a disabled endpoint enabled, and an endpoint deleted by typing its name', async () => {
  const owner = await createOwner(instance);
  const receiver = await receive();
  const { id, secret } = await register(owner, receiver.url);
  const { page } = await openDashboard(browser, instance, owner, `/webhooks/${id}`);
  await button(page, 'Rotate secret').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const shown = page.getByRole('dialog', { name: 'Your signing secret' });
  const next = await shown.getByText(/^whsec_/).innerText();
  await shown.getByRole('button', { name: 'Done' }).click();
  receiver.answer = (_request, response) => void response.writeHead(410).end();
  await button(page, 'Send test event').click();
  await page.getByText('This endpoint is disabled and receives no events').waitFor();
  const [ping] = receiver.received;
  assert.ok(ping);
  for (const one of [secret, next]) await verify(ping.body, ping.headers, one);
  assert.equal(await button(page, 'Send test event').count(), 0);
  await button(page, 'Enable').click();
  await button(page, 'Send test event').waitFor();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Delete' });
  assert.equal(await remove.isDisabled(), true);
  const { host } = new URL(receiver.url);
  await dialog.getByRole('textbox', { name: `Type “${host}” to confirm` }).fill(host);
  await remove.click();
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  await page.goto(`${instance.url}/app/${owner.accountId}/webhooks/${id}`);
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
});

test('a rejected URL shows its error at the field, and a viewer sees everything but can change nothing', async () => {
  const [owner, viewer] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const receiver = await receive();
  const { id } = await register(owner, receiver.url);
  await owner.insignia.webhooks.test({ webhookId: id });
  const { page } = await openDashboard(browser, instance, owner, '/webhooks');
  await button(page, 'New endpoint').click();
  const dialog = page.getByRole('dialog');
  const url = dialog.getByRole('textbox', { name: 'URL' });
  await url.fill('http://hooks.example.org');
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await dialog.getByText(/https/i).last().waitFor();
  await waitForCondition(
    'the field is marked as invalid',
    async () => (await url.getAttribute('aria-invalid')) === 'true',
  );

  const { page: theirs } = await openDashboard(
    browser,
    instance,
    { cookie: viewer.cookie, accountId: owner.accountId },
    `/webhooks/${id}?state=nonsense&event=nonsense`,
  );
  await findDelivery(theirs, 'ping').click();
  await theirs.getByRole('region', { name: 'Response' }).getByText('HTTP 200').waitFor();
  for (const name of ['Send test event', 'Redeliver', 'Rotate secret', 'More actions', 'Enable'])
    assert.equal(await theirs.getByRole('button', { name }).count(), 0, name);
  await theirs.getByRole('link', { name: 'All endpoints' }).click();
  await theirs.getByRole('link', { name: receiver.url }).waitFor();
  await theirs.getByRole('row').getByText('1 of 1 delivered').waitFor();
  await theirs.getByRole('heading', { name: 'Check signatures' }).waitFor();
  assert.equal(await button(theirs, 'New endpoint').count(), 0);
});

test('the JavaScript sample distinguishes a genuine delivery from a forged one', async () => {
  const owner = await createOwner(instance);
  const receiver = await receive();
  const { id, secret } = await register(owner, receiver.url);
  await owner.insignia.webhooks.test({ webhookId: id });
  await waitForCondition('one delivery', () => receiver.received.length === 1);
  const { page } = await openDashboard(browser, instance, owner, `/webhooks/${id}`);
  for (const [language, words] of [
    ['Python', 'hmac.compare_digest'],
    ['PHP', 'hash_equals'],
    ['Go', 'hmac.Equal'],
    ['JavaScript', '@insignia/sdk/webhooks'],
  ] as const) {
    await page.getByRole('tab', { name: language }).click();
    await page.getByRole('tabpanel', { name: language }).getByText(words).waitFor();
  }
  const code = await page.getByRole('tabpanel').locator('pre').innerText();
  // Inside the modules folder, so that its imports resolve.
  const cache = join(import.meta.dirname, '../../../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'sample-'));
  const [delivery] = receiver.received;
  try {
    const file = join(folder, 'sample.mjs');
    await writeFile(file, code);
    process.env.WEBHOOK_SECRET = secret;
    const { readEvent } = await import(pathToFileURL(file).href);
    assert.equal((await readEvent(delivery?.body, delivery?.headers)).type, 'ping');
    await assert.rejects(readEvent(`${delivery?.body} `, delivery?.headers));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('webhooks are accessible and fit, wide and narrow, in light and dark', async () => {
  const owner = await createOwner(instance);
  const receiver = await receive();
  const { page } = await openDashboard(browser, instance, owner, '/webhooks');
  await page.getByText('No endpoints yet').waitFor();
  const found = await findObstaclesEverywhere(page, 'no endpoints');
  const { id } = await register(owner, `${receiver.url}/${'long'.repeat(40)}`);
  receiver.answer = failing;
  await owner.insignia.webhooks.test({ webhookId: id });
  await page.reload();
  await page.getByText('Failing').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'endpoints')));
  await page.getByRole('table').getByRole('link').click();
  await findDelivery(page, 'ping').click();
  await page.getByRole('list', { name: 'Attempts' }).getByText('Attempt 3').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'an endpoint')));
  for (const name of ['Redeliver all that failed since', 'Rotate secret', 'Delete']) {
    if (name === 'Delete') {
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name }).click();
    } else await button(page, name).click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await findObstaclesEverywhere(page, name)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  assert.deepEqual(found, []);
});
