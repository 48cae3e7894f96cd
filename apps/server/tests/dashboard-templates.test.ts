import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHeading, findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

async function createPublisher(): Promise<{ owner: Owner; issuerId: string; badgeId: string }> {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId, {
    name: 'Navigation',
    attributes: [{ name: 'Grade', type: 'text' }],
  });
  return { owner, issuerId, badgeId };
}

test('a badge’s email is worded, previewed with a real credential, tested and saved, and its recipients get it', async () => {
  const { owner, badgeId } = await createPublisher();
  const recipient = { name: 'Ana Berg', email: 'ana.berg@templates.example' };
  const awardId = await issueAward(owner, badgeId, { recipient, attributes: { Grade: 'A+' } });
  const { page, complaints } = await openDashboard(browser, instance, owner, `/badges/${badgeId}`);
  await page.getByRole('link', { name: 'Edit email templates' }).click();
  await findHeading(page, 'Email templates').waitFor();
  const level = page.getByRole('combobox', { name: 'Applies to' });
  await waitForCondition('the badge', async () => (await level.inputValue()) === 'Navigation');
  const email = page.getByRole('region', { name: 'The email' });
  await email.getByRole('heading', { name: 'Your credential: Navigation' }).waitFor();

  await page.getByRole('combobox', { name: 'Credential' }).click();
  await page.getByRole('option', { name: 'Ana Berg: Navigation' }).click();
  await email.getByText('Congratulations, Ana Berg!').waitFor();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Well done, ');
  await page.getByRole('button', { name: 'Insert: Recipient’s name' }).click();
  assert.equal(await subject.inputValue(), 'Well done, {{recipient_name}}');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Your grade: ');
  await page.getByRole('button', { name: 'Insert: Custom field: Grade' }).click();
  await email.getByRole('heading', { name: 'Well done, Ana Berg' }).waitFor();
  await email.getByText('Your grade: A+').waitFor();
  const view = email.getByRole('link', { name: 'View credential' });
  // The policy refuses inline styles, so this one is set by script.
  const color = await view.evaluate((link) => getComputedStyle(link).backgroundColor);
  assert.notEqual(color, 'rgba(0, 0, 0, 0)');

  await page.getByRole('button', { name: 'Send test message' }).click();
  await page.getByText(`Test message sent to ${owner.email}`).waitFor();
  await instance.mailbox.waitFor(owner.email, /^\[Test\] Well done, Ana Berg$/);

  await text.fill('Hello {{name}}');
  await page.getByText('Correct the template to update the preview.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('{{name}} isn’t a placeholder.').waitFor();
  await text.fill('<b>Hello</b>');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('so “<b>” would appear as it is').waitFor();
  await text.fill('Grade {{field:Mark}}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No badge has the custom field {{field:Mark}}').waitFor();
  await text.fill('Your grade: {{field:Grade}}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Template saved.').waitFor();
  await owner.insignia.credentials.send({ awardId, email: recipient.email });
  const { mail } = await instance.mailbox.waitFor(recipient.email);
  assert.equal(mail.subject, 'Well done, Ana Berg');
  assert.ok(mail.text?.includes('Your grade: A+'));
  assert.deepEqual(await findObstaclesEverywhere(page, 'templates'), []);
  assert.deepEqual(
    complaints.filter((line) => !/status of 400/.test(line)),
    [],
  );
});

test('templates are chosen by level, email and language, and fields show what they fall back to', async () => {
  const { owner, issuerId } = await createPublisher();
  const { name } = await owner.insignia.issuers.get({ issuerId });
  await owner.insignia.emailTemplates.update({
    reminder: { de: { subject: 'Läuft ab: {{badge_name}}' } },
  });
  const { page, complaints } = await openDashboard(browser, instance, owner, '');
  await page.getByRole('link', { name: 'Email templates' }).click();
  await findHeading(page, 'Email templates').waitFor();
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Applies to', name);
  await choose('Email', 'Reminder before it expires');
  await choose('Language', 'Deutsch');
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await page.getByPlaceholder('Läuft ab: {{badge_name}}').waitFor();
  assert.equal(await subject.inputValue(), '');
  assert.match(page.url(), /message=reminder/);
  const email = page.getByRole('region', { name: 'The email' });
  await email.getByRole('heading', { name: 'Läuft ab: Navigation' }).waitFor();
  await page.getByRole('button', { name: 'Start from the current texts' }).click();
  assert.equal(await subject.inputValue(), 'Läuft ab: {{badge_name}}');
  await page.getByRole('button', { name: 'Clear all fields' }).click();
  assert.equal(await subject.inputValue(), '');
  await choose('Email', 'Code for a claim page');
  await choose('Language', 'العربية');
  await email.getByText('123456').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Button label' }).count(), 0);
  assert.equal(
    await page.getByRole('button', { name: 'Insert: Recipient’s name' }).count(),
    0,
    'the name is typed by someone who hasn’t confirmed the address',
  );
  assert.deepEqual(await findObstaclesEverywhere(page, 'templates in Arabic'), []);
  assert.deepEqual(complaints, []);
});

test('a template saved in another tab is not overwritten, and a viewer can only read', async () => {
  const { owner } = await createPublisher();
  const { page } = await openDashboard(browser, instance, owner, '/templates');
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Mine');
  await owner.insignia.emailTemplates.update({ credential: { en: { subject: 'Theirs' } } });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' });
  await dialog.getByText('Theirs').waitFor();

  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const { page: other } = await openDashboard(
    browser,
    instance,
    { cookie: viewer.cookie, accountId: owner.accountId },
    '/templates',
  );
  const read = other.getByRole('textbox', { name: 'Subject' });
  await read.waitFor();
  assert.equal(await read.inputValue(), 'Theirs');
  for (const name of ['Save', 'Send test message', 'Clear all fields'])
    assert.equal(await other.getByRole('button', { name }).count(), 0, name);
});
