import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../support/browser.ts';
import { assertOk, createTestClient } from '../support/client.ts';
import {
  findHeading,
  findObstacles,
  openDashboard,
  pressCovered,
  tabTo,
  waitForFocus,
} from '../support/dashboard.ts';
import { pngBytes } from '../support/images.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward, password } from '../support/people.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const issued = (page: Page) => page.getByRole('heading', { name: /has a new credential/ });

test('a form open in two tabs shows that the other tab submitted it or deleted the badge', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId, { name: 'First steps' });
  const other = await createBadge(owner, issuerId, { name: 'Second steps' });
  const { page } = await openDashboard(browser, instance, owner, `/issue?badge=${badgeId}`);
  await field(page, "Recipient's name").fill('Ada Lovelace');
  await field(page, "Recipient's email").fill('ada@example.org');
  // A duplicated tab copies sessionStorage.
  const storage = await page.evaluate(() => Object.entries(sessionStorage));
  const copy = await page.context().newPage();
  await copy.goto(`${instance.url}/sign-in`);
  await copy.evaluate((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
  }, storage);
  await copy.goto(page.url());
  await button(page, 'Issue').click();
  await issued(page).waitFor();
  await field(copy, "Recipient's name").fill('Grace Hopper');
  await button(copy, 'Issue').click();
  await copy.getByRole('alert').getByText('You already sent this form').waitFor();
  await button(copy, 'Issue').click();
  await issued(copy).waitFor();
  const { body } = assertOk(await owner.api('GET', '/awards'));
  assert.equal(body.info.awards.length, 2);

  await button(copy, 'Issue another').click();
  await field(copy, "Recipient's name").fill('Alan Turing');
  await field(copy, "Recipient's email").fill('alan@example.org');
  const badge = copy.getByRole('combobox', { name: 'Badge' });
  await badge.click();
  await copy.getByRole('option', { name: 'Second steps' }).click();
  await owner.insignia.badges.delete({ badgeId: other });
  await button(copy, 'Issue').click();
  await copy.getByText('This badge no longer exists').waitFor();
  assert.equal(await badge.getAttribute('aria-invalid'), 'true');
  await waitForFocus(badge);
});

test('pasted cells survive a reload, as do typed fields when the picture exceeds browser storage', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/imports/new');
  await field(page, 'Or paste cells').fill('Ada Lovelace,ada@example.org');
  await page.reload();
  assert.equal(await field(page, 'Or paste cells').inputValue(), 'Ada Lovelace,ada@example.org');
  await page.goto(`${instance.url}/app/${owner.accountId}/badges/new`);
  const size = { width: 1_200, height: 1_200, channels: 3 } as const;
  const buffer = await sharp(randomBytes(1_200 * 1_200 * 3), { raw: size })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const picture = { name: 'a.png', mimeType: 'image/png', buffer };
  const upload = page.getByLabel('Upload a picture').first();
  const advice = page.getByText(/^This picture is/);
  for (const [width, height] of [
    [640, 320],
    [128, 128],
  ] as const) {
    await upload.setInputFiles({ ...picture, buffer: await pngBytes(width, height) });
    await page.getByText(`This picture is ${width} by ${height} pixels`).waitFor();
    assert.equal(await upload.getAttribute('aria-invalid'), null, 'it is taken all the same');
  }
  await upload.setInputFiles(picture);
  await advice.waitFor({ state: 'detached' });
  await page.getByRole('img', { name: 'Selected picture' }).waitFor();
  await field(page, 'Name').fill('First steps');
  await page.reload();
  await page
    .getByText('This file was too large to keep with your draft. Choose it again.')
    .waitFor();
  assert.equal(await field(page, 'Name').inputValue(), 'First steps');
});

test('a dialog shows errors at their fields, and focus moves elsewhere when its element disappears', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId);
  const { page } = await openDashboard(browser, instance, owner, `/credentials/${awardId}`);
  await button(page, 'Send').click();
  const to = field(page, 'To');
  await to.fill('x@y');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Enter a valid email address').waitFor();
  await waitForFocus(to);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const focusOn = (what: string) =>
    page.waitForFunction((text) => document.activeElement?.textContent === text, what);
  await page.goto(`${instance.url}/app/${owner.accountId}/keys`);
  await tabTo(page, 'button', 'New key');
  await page.keyboard.press('Enter');
  await waitForFocus(field(page, 'Name'));
  await page.keyboard.type('Third key');
  await page.keyboard.press('Enter');
  // The clicked button is gone, the dialog isn't.
  await focusOn('Copy');
  await page.keyboard.press('Escape');
  await focusOn('New key');
  await tabTo(page, 'button', 'Revoke Third key');
  await page.keyboard.press('Enter');
  await focusOn('Cancel');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await button(page, 'Revoke Third key').waitFor({ state: 'detached' });
  await focusOn('Revoke');
});

test('200-character names and right-to-left names stay within their places', async () => {
  const owner = await createOwner(instance);
  const long = 'W'.repeat(200);
  const issuerId = await createIssuer(owner, { name: long });
  const badgeId = await createBadge(owner, issuerId, { name: long });
  const backwards = '\u202e\u05e9\u05dc\u05d5\u05dd  gnp.exe';
  const recipient = { name: backwards, email: 'ada@example.org' };
  const awardId = await issueAward(owner, badgeId, { recipient });
  const { page } = await openDashboard(browser, instance, owner, '/badges');
  await page.setViewportSize({ width: 360, height: 800 });
  for (const place of ['/badges', `/issuers/${issuerId}/brand`]) {
    await page.goto(`${instance.url}/app/${owner.accountId}${place}`);
    await page.getByText(long).first().waitFor();
    assert.deepEqual(await findObstacles(page, place, []), []);
  }
  await page.goto(`${instance.url}/app/${owner.accountId}/credentials/${awardId}`);
  await button(page, 'Erase').click();
  // As displayed: nobody types direction marks or two spaces.
  await page.getByRole('dialog').getByRole('textbox').fill('שלום gnp.exe');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await findHeading(page, 'Credentials').waitFor();
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#24477f' } });

test('invalid, oversized, truncated and too large images show an error at their field', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner);
  const { page } = await openDashboard(browser, instance, owner, '/badges/new');
  for (const name of ['Name', 'Description', 'Criteria'])
    await field(page, name).fill('First steps');
  const input = page.getByLabel('Upload a picture').first();
  const choose = (name: string, buffer: Buffer) =>
    input.setInputFiles({ name, mimeType: 'image/png', buffer });
  const png = await plain(40, 40).png().toBuffer();
  const noPicture = 'This file isn’t a PNG or JPG';
  const bad: [name: string, content: Buffer, words: string][] = [
    ['webp.png', await plain(40, 40).webp().toBuffer(), noPicture],
    ['large.png', Buffer.concat([png, Buffer.alloc(30 * 1024 * 1024)]), 'larger than 5 MiB'],
    ['empty.png', Buffer.alloc(0), noPicture],
  ];
  for (const [name, content, words] of bad) {
    await choose(name, content);
    await page.getByRole('alert').getByText(words).waitFor();
  }
  // Only the server detects these.
  const refused: [name: string, content: Buffer, words: string][] = [
    ['cut.png', png.subarray(0, 60), 'This picture is damaged'],
    [
      'wide.png',
      await plain(5_001, 5_001).png().toBuffer(),
      'Choose a picture of at most 25 megapixels',
    ],
  ];
  for (const [name, content, words] of refused) {
    await choose(name, content);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await button(page, 'Create badge').click();
    await page.getByRole('alert').getByText(words).waitFor();
    assert.equal(await input.getAttribute('aria-invalid'), 'true');
    await waitForFocus(input);
  }
  await choose('badge.png', png);
  await button(page, 'Create badge').click();
  await findHeading(page, 'First steps').waitFor();
});

const step = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true });
const chooseList = (page: Page, content: string) =>
  page
    .getByLabel('File with recipients')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

test('an import shows missing columns, rejects 100,000 rows and a million columns, then accepts another list', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  const row = 'Ada Lovelace,ada@example.org,2026-01-01\n';
  await chooseList(page, `name,email,issuedOn\n${row.repeat(100_000)}`);
  await page.getByRole('alert').getByText('more than 10,000 rows').waitFor();
  await chooseList(page, `${'name,'.repeat(1_000_000)}\n${row}`);
  await page.getByRole('alert').getByText('Row 1 is too long').waitFor();
  await chooseList(page, 'name\nAda Lovelace\nAlan Turing\n');
  await step(page, 'Match columns').waitFor();
  await page.getByText('Still to match: Email, Issued on.').waitFor();
  assert.equal(await button(page, 'Continue').isDisabled(), true);
  await button(page, 'Back').click();
  await chooseList(page, `name,email,issuedOn\n${row}`);
  await step(page, 'Match columns').waitFor();
  assert.equal(await button(page, 'Continue').isEnabled(), true);
  assert.deepEqual(complaints, []);
});

test('moving between import steps, or losing the session before the last one, loses nothing and issues once', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/imports/new');
  await chooseList(page, 'name,email,issuedOn\nAda Lovelace,ada,2026-01-01\n');
  await step(page, 'Match columns').waitFor();
  await button(page, 'Continue').click();
  const cell = page.getByRole('textbox', { name: 'Email, row 2', exact: true });
  await cell.fill('ada@example.org');
  await page.getByRole('textbox', { name: 'Name, row 2', exact: true }).focus();
  await page.getByText('No errors', { exact: true }).waitFor();
  await button(page, 'Continue').click();
  const steps = ['Issue', 'Check rows', 'Match columns', 'Choose file'];
  await step(page, 'Issue').waitFor();
  for (const name of steps.slice(1)) {
    await page.goBack();
    await step(page, name).waitFor();
  }
  for (const name of steps.slice(0, -1).reverse()) {
    await page.goForward();
    await step(page, name).waitFor();
    if (name === 'Check rows') assert.equal(await cell.inputValue(), 'ada@example.org');
  }
  await page.getByText('1 credential will be issued.').waitFor();

  assertOk(await owner.session('POST', '/api/auth/sign-out', {}));
  await page.getByRole('radio', { name: "Don't email yet" }).check();
  await pressCovered(button(page, 'Issue 1'));
  const ended = page.getByRole('dialog', { name: 'You’re signed out' });
  await ended.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('1 credential will be issued.').waitFor();
  await button(page, 'Issue 1').click();
  await page.getByText('Completed', { exact: true }).waitFor();
  // The draft was deleted, so nothing is issued twice.
  await page.goBack();
  await step(page, 'Choose file').waitFor();
  const { body } = assertOk(await owner.api('GET', '/awards'));
  assert.equal(body.info.awards.length, 1);
});

test('a screen that breaks leaves the rest of the page intact and requests its data again on retry', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, '/team');
  // An unusable response.
  await page.route('**/badges', (route) =>
    route.fulfill({ json: { info: { badges: [null] }, badges: [null] } }),
  );
  await page.getByRole('link', { name: 'Badges', exact: true }).click();
  await findHeading(page, 'Something went wrong').waitFor();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.unroute('**/badges');
  await button(page, 'Try again').click();
  await page.getByRole('link', { name: 'Poet of Science' }).waitFor();
});

test('a template script that fails to load shows a message; reloading keeps typed text and draws the template', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner);
  const { page } = await openDashboard(browser, instance, owner, '/badges/new');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Night Guide');
  await page.route('**/assets/draw-design-*.js', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Use a template' }).click();
  await page.getByText('Part of this page couldn’t load').waitFor();
  await page.unroute('**/assets/draw-design-*.js');
  await page.getByRole('button', { name: 'Reload page' }).click();
  await page.getByText('Part of this page couldn’t load').waitFor({ state: 'detached' });
  assert.equal(await name.inputValue(), 'Night Guide');
  await page.getByRole('button', { name: 'Use a template' }).click();
  await page.getByRole('img', { name: 'Selected picture' }).waitFor();
});

test('a session that ends before or during a picture upload leaves nothing half done and loses no input', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner);
  const { page } = await openDashboard(browser, instance, owner, '/badges/new');
  const pixels = { width: 1_000, height: 1_000, channels: 3 } as const;
  const buffer = await sharp(randomBytes(3_000_000), { raw: pixels })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const picture = { name: 'noise.png', mimeType: 'image/png', buffer };
  await page.locator('input[type="file"]').first().setInputFiles(picture);
  await field(page, 'Name').fill('Night Guide');
  await field(page, 'Description').fill('Shows people the stars.');
  await field(page, 'Criteria').fill('Led three evenings.');
  const line = await page.context().newCDPSession(page);
  const slow = (bytes: number) =>
    line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytes },
    });
  await line.send('Network.enable');
  await slow(2_000_000);
  const create = button(page, 'Create badge');
  const ended = page.getByRole('dialog', { name: 'You’re signed out' });
  const badges = async () => {
    const listed = (await owner.insignia.badges.list()) as readonly { name: string }[];
    return listed.map(({ name }) => name);
  };
  const signOut = async () => assertOk(await owner.session('POST', '/api/auth/sign-out', {}));

  const signIn = async () => {
    await ended.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  // Signed out before: the error arrives although most of the body wasn't sent.
  await signOut();
  await pressCovered(create);
  await ended.waitFor();
  assert.deepEqual(await badges(), []);
  assert.equal(await page.getByText('You’re offline').count(), 0);
  await signIn();
  await findHeading(page, 'New badge').waitFor();
  assert.equal(await field(page, 'Name').inputValue(), 'Night Guide');
  await page.getByRole('img', { name: 'Selected picture' }).waitFor();

  // Signed out during the upload.
  const [cookie] = await page.context().cookies();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await create.click();
  await sent;
  const session = createTestClient(instance.url, {
    cookie: `${cookie?.name}=${cookie?.value}`,
    origin: instance.url,
  });
  assertOk(await session('POST', '/api/auth/sign-out', {}));
  await ended.waitFor();
  await signIn();
  await findHeading(page).waitFor();
  // Whichever came first: repeating has no second effect.
  if ((await findHeading(page).innerText()) === 'New badge') await create.click();
  await findHeading(page, 'Night Guide').waitFor();
  assert.deepEqual(await badges(), ['Night Guide']);
});
