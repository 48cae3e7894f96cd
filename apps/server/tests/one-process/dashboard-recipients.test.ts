import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { findHeading, findObstaclesEverywhere, openDashboard } from '../support/dashboard.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

const jurgen = { name: 'Jürgen Groß', email: 'jg@class.example' };

async function createSchool(): Promise<{ owner: Owner; awardId: string }> {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const [badgeId, second] = [
    await createBadge(owner, issuerId),
    await createBadge(owner, issuerId, { name: 'Second Badge' }),
  ];
  const awardId = await issueAward(owner, badgeId, { recipient: jurgen });
  await issueAward(owner, second, { recipient: jurgen });
  for (const [name, email] of [
    ['Sinéad O’Neill', 'sinead@other.example'],
    ['Mary Somerville', 'mary@other.example'],
  ])
    await issueAward(owner, badgeId, { recipient: { name, email } });
  await owner.insignia.credentials.send({ awardId, email: jurgen.email });
  await waitForCondition(
    'the email is sent',
    async () => (await owner.insignia.mail.list({ state: 'sent' })).items.length > 0,
  );
  return { owner, awardId };
}

const rows = (page: Page) => page.getByRole('table').first().getByRole('row');
/** Without the header row. */
const countRows = async (page: Page, count: number) =>
  waitForCondition(`${count} rows`, async () => (await rows(page).count()) === count + 1);

for (const width of isShort ? [360] : [1_280, 360])
  test(`a recipient is found without accents, and has all credentials and emails, at ${width} pixels`, async () => {
    const { owner } = await createSchool();
    const { page, complaints } = await openDashboard(browser, instance, owner);
    await page.setViewportSize({ width, height: 800 });
    if (width < 768) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Recipients', exact: true }).click();
    await findHeading(page, 'Recipients').waitFor();
    await countRows(page, 3);
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const [words, name] of [
      ['oneill', 'Sinéad O’Neill'],
      ['jurgen', jurgen.name],
      ['class.example', jurgen.name],
    ] as const) {
      await search.fill(words);
      await page.waitForURL((url) => url.searchParams.get('search') === words);
      await countRows(page, 1);
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
    await rows(page).nth(1).getByText('2', { exact: true }).waitFor();
    await page.getByRole('link', { name: jurgen.name, exact: true }).click();
    await findHeading(page, jurgen.name).waitFor();
    await page.getByText(jurgen.email).first().waitFor();
    const credentials = page.getByRole('table', { name: 'Credentials' });
    assert.equal(await credentials.getByRole('row').count(), 3);
    await credentials.getByText('Not emailed').waitFor();
    const messages = page.getByRole('table', { name: 'Emails' });
    assert.equal(await messages.getByRole('row').count(), 2);
    await messages.getByRole('button', { name: `Resend to ${jurgen.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resend email' }).click();
    await waitForCondition(
      'the new message is listed',
      async () => (await messages.getByRole('row').count()) === 3,
    );
    assert.deepEqual(complaints, []);
  });

test('a search that finds nobody says so, and an empty list says what will appear', async () => {
  const { owner } = await createSchool();
  const { page } = await openDashboard(
    browser,
    instance,
    owner,
    '/recipients?search=nobody.at.all',
  );
  await page.getByText('No results. Try another search or filter.').waitFor();
  const newcomer = await createOwner(instance);
  const other = await openDashboard(browser, instance, newcomer, '/recipients');
  await other.page.getByText('No recipients yet').waitFor();
  await other.page.getByRole('link', { name: 'Issue', exact: true }).last().waitFor();
});

test('the credentials list leads to the recipient, and finds names and addresses by one field', async () => {
  const { owner, awardId } = await createSchool();
  const { page, complaints } = await openDashboard(browser, instance, owner, '/credentials');
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const [words, count] of [
    ['jurgen', 2],
    ['class.example', 2],
    ['oneill', 1],
  ] as const) {
    await search.fill(words);
    await countRows(page, count);
  }
  await page.getByRole('link', { name: 'sinead@other.example' }).click();
  await findHeading(page, 'Sinéad O’Neill').waitFor();
  await page.goto(`${instance.url}/app/${owner.accountId}/credentials/${awardId}`);
  await page.getByRole('link', { name: jurgen.email }).click();
  await findHeading(page, jurgen.name).waitFor();
  await page.goto(`${instance.url}/app/${owner.accountId}/mail?search=jurgen`);
  await countRows(page, 1);
  assert.deepEqual(complaints, []);
});

test('the credentials of a person are emailed at once, again on request, and erased once their name is typed', async () => {
  const { owner } = await createSchool();
  const { insignia } = owner;
  const [person] = (await insignia.recipients.list({ search: 'jurgen' })).items;
  const { page, complaints } = await openDashboard(
    browser,
    instance,
    owner,
    `/recipients/${person?.recipientId}`,
  );
  await page.getByRole('button', { name: 'Email 1 credential', exact: true }).click();
  await page.getByRole('dialog', { name: `Email 1 credential to ${jurgen.name}?` }).waitFor();
  await page
    .getByRole('checkbox', { name: 'Also email 1 credential that was already emailed' })
    .check();
  const sending = page.getByRole('dialog', { name: `Email 2 credentials to ${jurgen.name}?` });
  await sending.getByRole('button', { name: 'Email 2 credentials' }).click();
  const tray = page.getByRole('region', { name: 'Jobs' });
  await tray.getByText('2 of 2').waitFor();
  const messages = page.getByRole('table', { name: 'Emails' });
  await waitForCondition(
    'both messages are listed',
    async () => (await messages.getByRole('row').count()) === 4,
  );
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Email 2 credentials again' }).click();
  await page
    .getByRole('dialog', { name: `Email 2 credentials to ${jurgen.name} again?` })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${jurgen.name}?` });
  await dialog.getByText('This permanently deletes 2 credentials').waitFor();
  const erase = dialog.getByRole('button', { name: `Erase ${jurgen.name}` });
  assert.equal(await erase.isDisabled(), true);
  await dialog.getByRole('textbox').fill(jurgen.name);
  await erase.click();
  await findHeading(page, 'Recipients').waitFor();
  await tray.getByText('2 of 2').last().waitFor();
  await countRows(page, 2);
  assert.equal((await insignia.recipients.list({ search: 'jurgen' })).items.length, 0);
  // The address of someone who is gone.
  await page.goto(`${instance.url}/app/${owner.accountId}/recipients/${person?.recipientId}`);
  await page.getByText('This item was deleted').waitFor();
  assert.deepEqual(
    complaints.filter((each) => !each.includes('404')),
    [],
  );
});

test('an address that a correction replaced is found, leads to its recipient, and is erased from the history', async () => {
  const { owner } = await createSchool();
  const { insignia } = owner;
  const [before] = (await insignia.recipients.list({ search: 'jurgen' })).items;
  const { recipientId = '' } = before ?? {};
  await insignia.recipients.correct({ recipientId, email: 'other@person.example' });
  const { page, complaints } = await openDashboard(browser, instance, owner, '/recipients');
  await page.getByRole('searchbox', { name: 'Search' }).fill(jurgen.email);
  const earlier = page.getByRole('table', { name: 'Earlier addresses' });
  await earlier.getByRole('link', { name: jurgen.name }).waitFor();
  assert.equal(await page.getByText('No results').count(), 0);
  assert.deepEqual(await findObstaclesEverywhere(page, 'a found address'), []);
  await earlier.getByRole('link', { name: jurgen.email }).click();
  await findHeading(page, jurgen.email).waitFor();
  await page.getByRole('heading', { name: 'Corrected to another address' }).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'an earlier address'), []);
  await page.getByRole('link', { name: jurgen.name }).click();
  await findHeading(page, jurgen.name).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'a corrected person'), []);
  await page.getByRole('link', { name: jurgen.email }).click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${jurgen.email}?` });
  await dialog.getByText('Their credentials stay').waitFor();
  await dialog.getByRole('textbox').fill(jurgen.email);
  await dialog.getByRole('button', { name: `Erase ${jurgen.email}` }).click();
  await findHeading(page, 'Recipients').waitFor();
  const { awards } = await insignia.credentials.list({ filter: { search: 'other@person' } });
  await waitForCondition('erased', async () => {
    const { items: editions } = await insignia.credentials.editions({
      awardId: awards[0]?.id ?? '',
    });
    return !JSON.stringify(editions).includes(jurgen.email);
  });
  await page.goto(
    `${instance.url}/app/${owner.accountId}/credentials/${awards[0]?.id.split('/').at(-1)}`,
  );
  await page.getByText('Erased → other@person.example').waitFor();
  assert.deepEqual(
    complaints.filter((each) => !each.includes('404')),
    [],
  );
});

test('viewers see recipients and their emails, and are offered no action', async () => {
  const { owner } = await createSchool();
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const [person] = (await owner.insignia.recipients.list({ search: 'jurgen' })).items;
  const { page } = await openDashboard(
    browser,
    instance,
    { ...viewer, accountId: owner.accountId },
    `/recipients/${person?.recipientId}`,
  );
  await page.getByRole('table', { name: 'Emails' }).waitFor();
  for (const name of [/^Erase/, /^Email \d/, /^Resend/])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
});

test('the screens of recipients are accessible and fit, with a bounce, long names and pages', async () => {
  const { owner, awardId } = await createSchool();
  await sql`update mails set state = 'bounced', last_error = '550 5.1.1 no such user' where credential_id = ${awardId}`.execute(
    instance.db,
  );
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select uuid7_at(now() - interval '1 minute' * n), c.account_id, c.badge_id, 'Wolfgang Amadeus Theophilus von und zu ' || repeat('Long', 5) || n,
      repeat('long', 12) || n || '@class.example', 'wolfgang ' || n, repeat('long', 12) || n || '@class.example', now(), now()
    from credentials c, generate_series(1, 60) n where c.id = ${awardId}`.execute(instance.db);
  const { recipientId } = await owner.insignia.credentials.get({ awardId });
  const { page } = await openDashboard(browser, instance, owner, '/recipients');
  await page.getByRole('button', { name: 'Show more' }).waitFor();
  const found = await findObstaclesEverywhere(page, 'recipients');
  await page.goto(`${instance.url}/app/${owner.accountId}/recipients/${recipientId}`);
  await page.getByText('This mailbox doesn’t exist').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'one recipient')));
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'erasing')));
  assert.deepEqual(found, []);
});
