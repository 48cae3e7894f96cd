import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, visit } from './support/browser.ts';
import { assertOk, client } from './support/client.ts';
import { heading, openDashboard, pictureFile, tabTo } from './support/dashboard.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { createOwner, password } from './support/people.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

/** The page that a credential has for everyone says that it is valid. */
async function assertVerifies(address: string): Promise<void> {
  const { body } = assertOk(
    await client(instance.url)('GET', `/verify?url=${encodeURIComponent(address)}`, undefined, {
      accept: 'application/json',
    }),
  );
  assert.equal(body.status, 'valid');
}

test('from signing in to a verified credential with the mouse, led by the first steps', async () => {
  const { email } = await createOwner(instance);
  const { page, complaints } = await visit(browser, instance.url, '/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Overview').waitFor();

  await page.getByRole('link', { name: 'Register an issuer' }).click();
  await heading(page, 'New issuer').waitFor();
  await page.getByRole('button', { name: 'Create issuer' }).click();
  await page.getByText('Must have at least 3 characters').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Example Academy');
  await page.getByRole('textbox', { name: 'Website' }).fill('https://academy.example');
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'LinkedIn organisation id' }).fill('1234567');
  await page.getByRole('button', { name: 'Create issuer' }).click();
  await heading(page, 'Example Academy').waitFor();
  await page.getByText('Verified', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Create a badge' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('First steps');
  await page.getByRole('textbox', { name: 'Description' }).fill('Knows how it is done');
  await page.getByRole('textbox', { name: 'Criteria' }).fill('Did it');
  await page.getByRole('button', { name: 'Create badge' }).click();
  await page.getByText('Choose a picture').waitFor();
  await page
    .getByRole('button', { name: 'Upload a picture' })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') });
  await page.getByText('This is not a PNG or JPG').waitFor();
  await page.getByRole('button', { name: 'Upload a picture' }).setInputFiles(await pictureFile());
  await page.getByRole('button', { name: 'Create badge' }).click();
  await heading(page, 'First steps').waitFor();

  await page.getByRole('main').getByRole('link', { name: 'Issue', exact: true }).click();
  await heading(page, 'Issue a credential').waitFor();
  await page.getByRole('textbox', { name: 'Recipient’s name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Recipient’s e-mail' }).fill('ada@example.org');
  await page.getByRole('region', { name: 'Preview' }).getByText('Ada Lovelace').waitFor();
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  await instance.mailbox.waitFor('ada@example.org', /./);
  const open = page.getByRole('link', { name: 'Open page' });
  await assertVerifies((await open.getAttribute('href')) ?? '');
  await page.getByRole('button', { name: 'Issue another' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Recipient’s name' }).inputValue(), '');

  await page.getByRole('link', { name: 'Overview' }).click();
  const [shown] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'See the public page' }).click(),
  ]);
  await shown.getByText('Ada Lovelace').first().waitFor();
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('the same with the keyboard alone', async () => {
  const owner = await createOwner(instance);
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const { keyboard } = page;
  const type = async (name: string, text: string) => {
    await tabTo(page, 'textbox', name);
    await keyboard.type(text);
  };
  await page.getByRole('link', { name: 'Register an issuer' }).waitFor();
  await tabTo(page, 'link', 'Register an issuer');
  await keyboard.press('Enter');
  await heading(page, 'New issuer').waitFor();
  await type('Name', 'Example Academy');
  await type('Website', 'https://academy.example');
  await type('E-mail', owner.email);
  await keyboard.press('Enter');
  await heading(page, 'Example Academy').waitFor();

  await keyboard.press('g');
  await keyboard.press('b');
  await heading(page, 'Badges').waitFor();
  await tabTo(page, 'link', 'New badge');
  await keyboard.press('Enter');
  await heading(page, 'New badge').waitFor();
  // Asked for long before: a browser that is not told yet to hand the dialog over closes it without a word.
  const chosen = page.waitForEvent('filechooser');
  await tabTo(page, 'button', 'Upload a picture');
  await keyboard.press('Enter');
  await (await chosen).setFiles(await pictureFile());
  await type('Name', 'First steps');
  await type('Description', 'Knows how it is done');
  await type('Criteria', 'Did it');
  await tabTo(page, 'button', 'Create badge');
  await keyboard.press('Enter');
  await heading(page, 'First steps').waitFor();

  await keyboard.press('g');
  await keyboard.press('n');
  await heading(page, 'Issue a credential').waitFor();
  await type('Recipient’s name', 'Ada Lovelace');
  await type('Recipient’s e-mail', 'ada@example.org');
  await tabTo(page, 'checkbox', 'Mail it to the recipient');
  await keyboard.press('Space');
  await tabTo(page, 'button', 'Issue');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  await assertVerifies(
    (await page.getByRole('link', { name: 'Open page' }).getAttribute('href')) ?? '',
  );

  await keyboard.press('g');
  await keyboard.press('c');
  await heading(page, 'Credentials').waitFor();
  await keyboard.press('/');
  await keyboard.type('nobody');
  await page.getByText('Nothing matches.').waitFor();
  await keyboard.press('Control+A');
  await keyboard.type('lovel');
  await tabTo(page, 'link', 'Ada Lovelace');
  await keyboard.press('Enter');
  await heading(page, 'Ada Lovelace').waitFor();
  await keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});
