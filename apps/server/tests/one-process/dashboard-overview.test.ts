import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { assertOk } from '../support/client.ts';
import { findHeading, findObstaclesEverywhere, openDashboard } from '../support/dashboard.ts';
import { pngBytes } from '../support/images.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

test('when two users edit a badge, the second to save sees both versions and chooses', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const path = `/badges/${badgeId}`;
  const asRead = assertOk(await owner.api('GET', path)).body;
  const { page, complaints } = await openDashboard(browser, instance, owner, `${path}/edit`);
  await page.getByRole('textbox', { name: 'Name' }).fill('By me');
  await page.getByRole('textbox', { name: 'Criteria' }).fill('Criteria by me');
  const theirs = {
    name: 'By her',
    description: '<b>Hers</b>',
    image: (await pngBytes(300, 200)).toString('base64'),
  };
  assertOk(await owner.api('PUT', path, { parameters: theirs }));
  // Typed before the reload, so before the other's version was read.
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' });
  const field = (name: string) => dialog.getByRole('radiogroup', { name });
  await field('Name').getByText('By her').waitFor();
  await field('Name').getByText('By me').waitFor();
  assert.equal(await field('Criteria').count(), 0);
  await field('Description').getByText('<b>Hers</b>').waitFor();
  assert.ok(await field('Name').getByRole('radio', { name: 'Your version' }).isChecked());
  assert.ok(await field('Description').getByRole('radio', { name: 'Their version' }).isChecked());
  assert.deepEqual(await findObstaclesEverywhere(page, 'what both have saved'), []);

  await dialog.getByRole('button', { name: 'Back to form' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'By me');
  // A third change in between.
  await page.getByRole('button', { name: 'Save' }).click();
  await field('Name').waitFor();
  assertOk(await owner.api('PUT', path, { parameters: { name: 'By a third' } }));
  await dialog.getByRole('button', { name: 'Save selected versions' }).click();
  await field('Name').getByText('By a third').waitFor();
  await field('Name').getByRole('radio', { name: 'Their version' }).check();
  await dialog.getByRole('button', { name: 'Save selected versions' }).click();
  await page.waitForURL(`**/app/${owner.accountId}${path}`);
  await findHeading(page, 'By a third').waitFor();
  const { name, description, criteria, image } = assertOk(await owner.api('GET', path)).body;
  assert.deepEqual(
    { name, description, criteria: criteria.narrative },
    { name: 'By a third', description: '<b>Hers</b>', criteria: 'Criteria by me' },
  );
  assert.notEqual(image, asRead.image);
  assert.deepEqual(
    complaints.filter((each) => !each.includes('412')),
    [],
  );
});

test('an issuer changed meanwhile is not overwritten', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner, { email: 'somebody@else.example' });
  const path = `/issuers/${issuerId}`;
  const { page } = await openDashboard(browser, instance, owner, path);
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  const parameters = { linkedinOrganizationId: '77' };
  assertOk(await owner.api('PUT', path, { parameters }));
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' });
  await dialog.getByRole('radiogroup', { name: 'LinkedIn organisation id' }).waitFor();
  assert.equal(await dialog.getByRole('radiogroup').count(), 1);
  await dialog.getByRole('button', { name: 'Save selected versions' }).click();
  await findHeading(page, 'Mine').waitFor();
  const saved = assertOk(await owner.api('GET', path)).body;
  assert.deepEqual([saved.name, saved.linkedinOrganizationId], ['Mine', '77']);
  // The saved state is the base of the next change.
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine again');
  await page.getByRole('button', { name: 'Save' }).click();
  await findHeading(page, 'Mine again').waitFor();
});

test('text typed while a save runs stays unsaved, and saving it is no conflict with oneself', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner, { email: 'somebody@else.example' });
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner, `/issuers/${issuerId}`);
  const save = page.getByRole('button', { name: 'Save' });
  const saveWhileTyping = async (field: Locator, urls: string, first: string, second: string) => {
    const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(urls, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      sent.resolve();
      await released.promise;
      await route.continue();
    });
    await field.fill(first);
    await save.click();
    await sent.promise;
    await field.fill(second);
    released.resolve();
    await save.and(page.locator(':not([data-loading])')).waitFor();
    await page.unroute(urls);
    assert.equal(await field.inputValue(), second);
  };

  const name = page.getByRole('textbox', { name: 'Name' });
  await saveWhileTyping(name, `**/issuers/${issuerId}`, 'First', 'Second');
  await findHeading(page, 'First').waitFor();
  await page.reload();
  await findHeading(page, 'First').waitFor();
  assert.equal(await name.inputValue(), 'Second');
  await save.click();
  await findHeading(page, 'Second').waitFor();

  await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/edit`);
  await saveWhileTyping(name, `**/badges/${badgeId}`, 'Third', 'Fourth');
  await findHeading(page, 'Third').waitFor();
  await save.click();
  await findHeading(page, 'Fourth').waitFor();
  await page.waitForURL(`**/badges/${badgeId}`);

  const shareText = page.getByRole('textbox', { name: 'Share text' });
  await saveWhileTyping(shareText, `**/badges/${badgeId}/share-text`, 'Fifth', 'Sixth');
  await save.click();
  await save.waitFor({ state: 'detached' });
  const badge = await owner.insignia.badges.get({ badgeId });
  assert.deepEqual([badge.name, badge.shareText], ['Fourth', 'Sixth']);
});

test('a reload before the saved version is read again conflicts only with changes by others', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner, { email: 'somebody@else.example' });
  const { page } = await openDashboard(browser, instance, owner, `/issuers/${issuerId}`);
  const save = page.getByRole('button', { name: 'Save' });
  const name = page.getByRole('textbox', { name: 'Name' });
  const urls = `**/issuers/${issuerId}`;
  const saveTypeAndReload = async (first: string, second: string, before = async () => {}) => {
    const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Reads never return, so the form doesn't learn the version that it saved.
    await page.route(urls, async (route) => {
      if (route.request().method() === 'GET') return;
      sent.resolve();
      await released.promise;
      await route.continue();
    });
    await name.fill(first);
    await save.click();
    await sent.promise;
    await name.fill(second);
    released.resolve();
    await save.and(page.locator(':not([data-loading])')).waitFor();
    await name.press('End');
    await name.pressSequentially('!');
    await before();
    await page.unroute(urls);
    await page.reload();
    await name.waitFor();
    assert.equal(await name.inputValue(), `${second}!`);
    await save.click();
  };

  await saveTypeAndReload('First', 'Second');
  await findHeading(page, 'Second!').waitFor();
  await saveTypeAndReload('Third', 'Fourth', async () => {
    assertOk(await owner.api('PUT', `/issuers/${issuerId}`, { parameters: { name: 'By her' } }));
  });
  const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' });
  await dialog.getByRole('radiogroup', { name: 'Name' }).getByText('By her').waitFor();
});

test('the overview lists what needs attention, each with a link, and nothing when all is well', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const needs = page.locator('section').filter({ hasText: 'Needs attention' });
  await needs.getByText('Nothing needs your attention.').waitFor();
  const email = 'came-back@example.org';
  instance.mailbox.unknown.add(email);
  await createIssuer(owner, { name: 'Unproven', email: 'registrar@unproven.example' });
  const awardId = await issueAward(owner, badgeId);
  await owner.insignia.credentials.send({ awardId, email });
  const url = 'https://hooks.example.org/in';
  const { id } = await owner.insignia.webhooks.create({ url });
  await sql`update webhooks set active = false, failure_count = 20 where id = ${id}`.execute(
    instance.db,
  );
  await sql`update account_usage set credentials = credentials + 85 where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
  const bounced = async () => (await owner.insignia.mail.list({ state: 'bounced' })).items;
  await waitForCondition('the mail has come back', async () => (await bounced()).length === 1);
  await page.reload();
  await needs.getByText('You’ve used 86 of 100 credentials this month.').waitFor();
  await needs.getByRole('link', { name: `The endpoint ${url} is disabled` }).waitFor();
  await needs.getByRole('link', { name: 'Verify Unproven to create badges' }).waitFor();
  await needs.getByRole('link', { name: '1 email bounced.' }).click();
  await page.waitForURL('**/mail?state=bounced');
  await page.getByRole('row').filter({ hasText: email }).waitFor();
  assert.deepEqual(complaints, []);
});

test('activity by day can be limited to a range and one badge, and compared with the previous period', async () => {
  const owner = await createOwner(instance);
  const issuer = await createIssuer(owner);
  const [one, other] = [
    await createBadge(owner, issuer, { name: 'First steps' }),
    await createBadge(owner, issuer, { name: 'Second steps' }),
  ];
  for (const badge of [one, one, one, other]) await issueAward(owner, badge);
  const aWeekAgo = new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10);
  await sql`insert into badge_days (account_id, badge_id, day, kind, network, count)
    values (${owner.accountId}, ${one}, ${aWeekAgo}, 'view', '', 7)`.execute(instance.db);
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const figure = (name: string) => page.getByRole('region', { name, exact: true });
  await figure('Issued').getByText('4', { exact: true }).first().waitFor();
  await figure('Views, shares and downloads').getByText('7', { exact: true }).first().waitFor();
  await figure('Issued').locator('svg g').nth(29).waitFor({ state: 'attached' });
  await page.getByText('7 days', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Compare with the previous period' }).check();
  await figure('Views, shares and downloads').getByText('7 in the previous 7 days').waitFor();
  const choice = (name: RegExp) =>
    figure('Views, shares and downloads').getByRole('button', { name });
  await choice(/^Shares/).click();
  await figure('Views, shares and downloads').getByText('0 in the previous 7 days').waitFor();
  assert.equal(await choice(/^Shares/).getAttribute('aria-pressed'), 'true');
  await page.reload();
  await figure('Views, shares and downloads').getByText('0 in the previous 7 days').waitFor();
  await choice(/^All/).click();
  await page.getByRole('combobox', { name: 'Badge' }).click();
  await page.getByRole('option', { name: 'Second steps' }).click();
  await figure('Issued').getByText('0 in the previous 7 days').waitFor();
  const { search } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(new URLSearchParams(search)), {
    days: '7',
    badge: other,
    compare: 'true',
  });
  await page.reload();
  await figure('Issued').getByText('1', { exact: true }).first().waitFor();
  // The chart's numbers as a table.
  await page.getByText('By day', { exact: true }).click();
  const table = page.getByRole('table', { name: 'By day' });
  assert.equal(await table.getByRole('row').count(), 2);
  assert.deepEqual(await findObstaclesEverywhere(page, 'the overview'), []);
  await page.goto(
    `${instance.url}/app/${owner.accountId}/?days=8000&badge=nonsense&compare=maybe&of=money`,
  );
  await figure('Issued').getByText('4', { exact: true }).first().waitFor();
  await figure('Issued').locator('svg g').nth(29).waitFor({ state: 'attached' });
  assert.deepEqual(complaints, []);
});
