import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FileChooser, Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { visit } from './support/browser.ts';
import {
  createPictureFile,
  findHeading,
  tabTo,
  tabToLocator,
  waitForFocus,
} from './support/dashboard.ts';
import { password } from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

// Default settings without a mail server: emails are files.
const { instance, browser } = await useInstanceAndBrowser({ SMTP_URL: '' });

/** Opens an email from the folder like an email program. */
async function openMail(page: Page, to: string, subject: RegExp): Promise<void> {
  const folder = join(instance.config.dataDir, 'mail');
  const read = async (): Promise<Email[]> => {
    const files = await readdir(folder).catch(() => []);
    const mails = files.filter((name) => name.endsWith('.eml'));
    return Promise.all(
      mails.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
  };
  let found: Email | undefined;
  await waitForCondition(`a mail to ${to}`, async () => {
    found = (await read()).find(
      (mail) => mail.to?.[0]?.address === to && subject.test(mail.subject ?? ''),
    );
    return found !== undefined;
  });
  await page.goto('about:blank');
  await page.setContent(found?.html ?? '');
}

test('a user gets from sign-up to a verified credential with the mouse, following the first steps', async () => {
  const email = 'mouse@walks.example';
  const { page, complaints } = await visit(browser, instance.url, '/');
  const press = (role: 'link' | 'button', name: string, on = page) =>
    on.getByRole(role, { name, exact: true }).click();
  const write = async (name: string, text: string, on = page) => {
    await on.getByRole('textbox', { name, exact: true }).click();
    await on.keyboard.type(text);
  };
  const writePassword = async () => {
    await page.getByLabel('Password').click();
    await page.keyboard.type(password);
  };
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await write('Your name', 'Mona Mouse');
  await write('Email', email);
  await writePassword();
  await press('button', 'Create account');
  await page.getByText(`${instance.config.dataDir}/mail`).waitFor();
  await openMail(page, email, /Confirm/);
  await press('link', 'Confirm email address');
  await writePassword();
  await press('button', 'Confirm');
  await findHeading(page, 'Overview').waitFor();
  await page.getByText('This service has no mail server yet').waitFor();
  await press('link', 'Mail');
  await page.getByText('send people the links to their credentials yourself').waitFor();
  await press('link', 'Overview');

  await press('link', 'Register an issuer');
  await findHeading(page, 'New issuer').waitFor();
  await press('button', 'Create issuer');
  await page.getByText('This field is required').nth(2).waitFor();
  await write('Name', 'Example Academy');
  await write('Website', 'https://academy.example');
  await write('Email', email);
  await press('button', 'Create issuer');
  await findHeading(page, 'Example Academy').waitFor();
  await page.getByText('Verified', { exact: true }).waitFor();

  await press('link', 'Overview');
  await press('link', 'Create a badge');
  await write('Name', 'First steps');
  await write('Description', 'Knows how it is done');
  await write('Criteria', 'Did it');
  await press('button', 'Create badge');
  await page.getByText('Choose a picture').waitFor();
  const choose = async (file: Parameters<FileChooser['setFiles']>[0]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press('button', 'Upload a picture'),
    ]);
    await chooser.setFiles(file);
  };
  await choose({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') });
  await page.getByText('This file isn’t a PNG or JPG').waitFor();
  await choose(await createPictureFile());
  await page.getByRole('img', { name: 'Selected picture' }).waitFor();
  await press('button', 'Create badge');
  await findHeading(page, 'First steps').waitFor();

  await page.getByRole('main').getByRole('link', { name: 'Issue', exact: true }).click();
  await findHeading(page, 'Issue a credential').waitFor();
  await write("Recipient's name", 'Ada Lovelace');
  await write("Recipient's email", 'ada@walks.example');
  await page.getByRole('region', { name: 'Preview' }).getByText('Ada Lovelace').waitFor();
  await press('button', 'Issue');
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  await page.getByText('the email to ada@walks.example was saved as a file').waitFor();
  const [shown] = await Promise.all([page.waitForEvent('popup'), press('link', 'Open page')]);
  await press('link', 'Verify', shown);
  await shown.getByText('Valid credential. Every check passed.').waitFor();
  await press('link', 'Verify a credential', shown);
  await write(
    'Link, ID or short code',
    await page.getByRole('link', { name: 'Open page' }).evaluate(getHref),
    shown,
  );
  await press('button', 'Verify', shown);
  await shown.getByRole('heading', { level: 1, name: 'Valid credential' }).waitFor();

  await press('button', 'Issue another');
  assert.equal(await page.getByRole('textbox', { name: "Recipient's name" }).inputValue(), '');
  await press('link', 'Overview');
  const [seen] = await Promise.all([
    page.waitForEvent('popup'),
    press('link', 'See the public page'),
  ]);
  await seen.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
  await openMail(seen, 'ada@walks.example', /First steps/);
  assert.deepEqual(complaints, []);
});

const getHref = (link: HTMLElement | SVGElement): string => (link as HTMLAnchorElement).href;

test('a user gets from sign-up to a verified credential with the keyboard alone', async () => {
  const email = 'keys@walks.example';
  const { page, complaints } = await visit(browser, instance.url, '/sign-in');
  const to = async (role: Parameters<typeof tabTo>[1], name: string, on = page) => {
    await tabTo(on, role, name);
    assert.equal(await on.evaluate(isFocusSeen), true, `where the focus is on ${role} “${name}”`);
  };
  const press = async (role: 'link' | 'button', name: string, on = page) => {
    await to(role, name, on);
    await on.keyboard.press('Enter');
  };
  const write = async (name: string, text: string, on = page) => {
    await to('textbox', name, on);
    await on.keyboard.type(text);
  };
  const { keyboard } = page;
  // The form has the focus.
  await press('link', 'Create an account');
  await waitForFocus(page.getByRole('textbox', { name: 'Your name' }));
  await keyboard.type('Karl Keys');
  await write('Email', email);
  await keyboard.press('Tab');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await openMail(page, email, /Confirm/);
  await press('link', 'Confirm email address');
  await page.getByRole('heading', { name: 'Confirm your email' }).waitFor();
  await waitForFocus(page.getByLabel('Password'));
  await keyboard.type(password);
  await keyboard.press('Enter');
  await findHeading(page, 'Overview').waitFor();

  await press('link', 'Skip to content');
  await press('link', 'Register an issuer');
  await findHeading(page, 'New issuer').waitFor();
  await write('Name', 'Example Academy');
  await write('Website', 'https://academy.example');
  await write('Email', email);
  await keyboard.press('Enter');
  await findHeading(page, 'Example Academy').waitFor();

  await keyboard.press('g');
  await keyboard.press('b');
  await findHeading(page, 'Badges').waitFor();
  await press('link', 'New badge');
  await findHeading(page, 'New badge').waitFor();
  await write('Name', 'First steps');
  // Waits before the click: otherwise the browser closes the dialog silently.
  const chosen = page.waitForEvent('filechooser');
  await press('button', 'Upload a picture');
  await (await chosen).setFiles(await createPictureFile());
  await write('Description', 'Knows how it is done');
  await write('Criteria', 'Did it');
  await press('button', 'Create badge');
  await findHeading(page, 'First steps').waitFor();

  await keyboard.press('g');
  await keyboard.press('n');
  await findHeading(page, 'Issue a credential').waitFor();
  await to('combobox', 'Badge');
  await keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'First steps' }).waitFor();
  await keyboard.press('Enter');
  await write("Recipient's name", 'Ada Lovelace');
  await write("Recipient's email", 'ada@keys.example');
  await to('radio', 'Email them now');
  await keyboard.press('ArrowDown');
  await press('button', 'Issue');
  await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
  const popup = page.waitForEvent('popup');
  await press('link', 'Open page');
  const shown = await popup;
  await press('link', 'Verify', shown);
  await shown.getByText('Valid credential. Every check passed.').waitFor();
  const address = shown.url();
  await press('link', 'Verify a credential', shown);
  await shown.getByRole('heading', { name: 'Verify a credential' }).waitFor();
  await write('Link, ID or short code', address, shown);
  await shown.keyboard.press('Enter');
  await shown.getByRole('heading', { level: 1, name: 'Valid credential' }).waitFor();

  // The clicked button is gone, and the form has the focus for the next one.
  await press('button', 'Issue another');
  await waitForFocus(page.getByRole('textbox', { name: "Recipient's name" }));
  await keyboard.type('Grace');
  assert.equal(await page.getByRole('textbox', { name: "Recipient's name" }).inputValue(), 'Grace');
  await press('link', 'Credentials');
  await press('button', 'Leave');
  await findHeading(page, 'Credentials').waitFor();
  const search = page.getByRole('main').getByRole('searchbox');
  await search.waitFor();
  await keyboard.press('/');
  await waitForFocus(search);
  await keyboard.type('nobody');
  await page.getByText('No results.').waitFor();
  await keyboard.press('Control+A');
  await keyboard.type('lovel');
  await press('link', 'Ada Lovelace');
  await findHeading(page, 'Ada Lovelace').waitFor();
  await keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('button', 'Revoke');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Revoke');
  await keyboard.press('Enter');
  await write('Reason', 'By mistake');
  await tabToLocator(page, dialog.getByRole('button', { name: 'Revoke' }), 'Revoke of the dialog');
  await keyboard.press('Enter');
  await page.getByText('By mistake', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  // The pressed button is gone: the replacement has the focus.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Erase');
  assert.deepEqual(complaints, []);
});

/** True if the focused element has a visible ring. */
function isFocusSeen(): boolean {
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true;
  }
  return false;
}
