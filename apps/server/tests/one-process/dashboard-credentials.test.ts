import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findHeading, findObstaclesEverywhere, openDashboard } from '../support/dashboard.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

const person = (n: number) => ({ name: `Person ${n}`, email: `person${n}@example.org` });

test('revoking all credentials that match a status shows the count before and the progress after', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const issue = (n: number, expires?: string) =>
    issueAward(owner, badgeId, { recipient: person(n), issuedOn: '2025-01-01', expires });
  // More than one page.
  for (let n = 0; n < 60; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, i) => issue(n + i, '2025-06-01')));
  const valid = await issue(100);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/credentials');
  await page.getByRole('row').filter({ hasText: 'Person 100' }).getByText('Valid').waitFor();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Expired' }).click();
  await page.getByText('Person 100').waitFor({ state: 'hidden' });
  assert.equal(new URL(page.url()).search, '?state=expired');
  await page.getByRole('row').filter({ hasText: 'Person 59' }).getByText('Expired').waitFor();
  await page.getByRole('button', { name: 'Select all 60 that match' }).click();
  const bar = page.getByRole('region', { name: 'Selected credentials' });
  await bar.getByText('60 selected').waitFor();
  assert.equal(await page.getByRole('checkbox', { disabled: false }).count(), 0);
  assert.deepEqual(await findObstaclesEverywhere(page, 'all that match'), []);
  await page.setViewportSize({ width: 1_280, height: 800 });

  await bar.getByRole('button', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke 60 credentials?' });
  await dialog.getByText('60 credentials will show as revoked to everyone').waitFor();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('region', { name: 'Jobs' }).getByText('60 of 60').waitFor();
  await page.getByText('No results.').waitFor();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Revoked' }).click();
  await page.getByRole('row').filter({ hasText: 'Person 59' }).getByText('Revoked').waitFor();

  // Revoked credentials aren't counted.
  await page.getByRole('button', { name: 'Select all 60 that match' }).click();
  await bar.getByText('60 selected (60 already revoked)').waitFor();
  for (const name of ['Send', 'Revoke'])
    assert.equal(await bar.getByRole('button', { name }).isDisabled(), true, name);
  await page.goto(`${instance.url}/app/${owner.accountId}/credentials`);
  await page.getByRole('checkbox', { name: 'Select Person 100' }).check();
  await page.getByRole('checkbox', { name: 'Select Person 59' }).check();
  const only = page.getByRole('dialog', { name: 'Revoke 1 credential?' });
  const asks = async (selected: string) => {
    await bar.getByText(selected).waitFor();
    await bar.getByRole('button', { name: 'Revoke' }).click();
    await only.getByText('1 credential will show as revoked to everyone').waitFor();
    await only.getByRole('button', { name: 'Cancel' }).click();
  };
  await asks('2 selected (1 already revoked)');
  await page.getByRole('button', { name: 'Select all 61 that match' }).click();
  await asks('61 selected (60 already revoked)');
  const { revoked } = await owner.insignia.credentials.get({ awardId: valid });
  assert.equal(revoked, false);
  assert.deepEqual(complaints, []);
});

test('the jobs tray drops ended jobs on reload and unknown jobs immediately, and syncs across tabs', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const file = 'name,email,issuedOn\nAda Lovelace,ada@example.org,2026-01-31\nAda,ada,2026-01-31\n';
  const { importId } = await owner.insignia.imports.create({ badgeId, file });
  await waitForCondition('the import ends', async () => {
    const { status } = await owner.insignia.imports.get({ importId });
    return status === 'completed';
  });
  const { accountId } = owner;
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const place = 'insignia.jobs';
  const keep = (works: unknown) =>
    page.evaluate(([at, text]) => localStorage.setItem(at, text), [
      place,
      JSON.stringify(works),
    ] as const);
  for (const nonsense of [{}, [null, 1, { id: 'x' }]]) {
    await keep(nonsense);
    await page.reload();
    await findHeading(page, 'Overview').waitFor();
  }
  assert.deepEqual(complaints, []);

  const list = { accountId, kind: 'import', id: importId, label: 'A list' };
  const deletedJob = { ...list, id: '01a1ff35-a000-7000-8000-000000000001', label: 'Gone' };
  const other = await page.context().newPage();
  await other.goto(`${instance.url}/app/${accountId}`);
  await findHeading(other, 'Overview').waitFor();
  await keep([deletedJob, list]);
  const tray = other.getByRole('region', { name: 'Jobs' });
  await tray.getByText('2 of 2, 1 skipped or failed').waitFor();
  await tray.getByText('Gone').waitFor({ state: 'detached' });
  await other.getByRole('button', { name: 'Dismiss A list' }).waitFor();
  await tray.getByRole('link', { name: 'A list' }).click();
  await other.getByText('Failed rows as CSV').waitFor();
  await tray.getByText('2 of 2, 1 skipped or failed').waitFor();
  await other.reload();
  await findHeading(other).waitFor();
  await other.getByText('Failed rows as CSV').waitFor();
  await tray.waitFor({ state: 'detached' });
});

test('a long list renders only visible rows, and all loaded rows can be selected', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, ${owner.accountId}, ${badgeId}, 'Person ' || i,
      'p' || i || '@example.org', 'person ' || i, 'p' || i || '@example.org', now(), now()
    from generate_series(1, 260) i`.execute(instance.db);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/credentials');
  const table = page.getByRole('table', { name: 'Credentials' });
  const more = page.getByRole('button', { name: 'Show more' });
  const load = async (loaded: number) => {
    await more.click();
    await page.getByRole('checkbox', { name: `Select all ${loaded} credentials` }).waitFor();
  };
  // Where rows are taller.
  await page.setViewportSize({ width: 360, height: 800 });
  // Each click loads as many again.
  for (const loaded of [100, 200, 260]) await load(loaded);
  const next = await page.getByRole('link', { name: 'Person 60', exact: true }).boundingBox();
  assert.ok(next && next.y > 0 && next.y < 800, `the first that was asked for is at ${next?.y}`);
  await page.setViewportSize({ width: 1_280, height: 800 });
  const drawn = await table.getByRole('row').count();
  assert.ok(drawn < 80, `${drawn} rows are drawn`);
  assert.equal(await table.getAttribute('aria-rowcount'), '261');
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('checkbox', { name: 'Select Person 260' }).focus();
  // Heights are known once rows were rendered: the end moves while scrolling.
  await waitForCondition('the last row', async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return (await page.getByRole('link', { name: 'Person 1', exact: true }).count()) === 1;
  });
  // The focused row stays rendered, with placeholders around it.
  assert.equal(await page.getByRole('checkbox', { name: 'Select Person 260' }).count(), 1);
  const last = page.getByRole('checkbox', { name: 'Select Person 1', exact: true });
  await last.check();
  await page.evaluate(() => scrollTo(0, 0));
  const all = page.getByRole('checkbox', { name: 'Select all 260 credentials' });
  await all.check();
  const bar = page.getByRole('region', { name: 'Selected credentials' });
  await bar.getByText('260 selected').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'a long list'), []);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await all.uncheck();
  await bar.waitFor({ state: 'hidden' });
  assert.deepEqual(complaints, []);
});

test('an unknown status in the address is ignored as a filter', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  await issueAward(owner, badgeId, { recipient: person(1) });
  const { page } = await openDashboard(browser, instance, owner, '/credentials?state=nonsense');
  await findHeading(page, 'Credentials').waitFor();
  await page.getByRole('link', { name: 'Person 1' }).waitFor();
});

test('a credential shows its short code, copies it, and is found by it', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId, { recipient: person(1) });
  await issueAward(owner, badgeId, { recipient: person(2) });
  const { page, complaints } = await openDashboard(
    ...[browser, instance, owner, `/credentials/${awardId}`],
  );
  const { shortCode } = await owner.insignia.credentials.get({ awardId });
  await page.getByRole('definition').getByText(shortCode, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await page.getByRole('status').getByText('Copied').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'a short code'), []);
  await page.goto(`${instance.url}/app/${owner.accountId}/credentials`);
  await page.getByRole('link', { name: 'Person 2' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill(shortCode.toLowerCase());
  await page.getByRole('link', { name: 'Person 2' }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Person 1' }).waitFor();
  // A busy service refuses a picture with 503, and the screen asks again.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('503')),
    [],
  );
});

test('a credential shows its certificate and card as others see them, and its activity', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'First steps' });
  const awardId = await issueAward(owner, badgeId, { recipient: person(1) });
  const { page, complaints } = await openDashboard(browser, instance, owner, '/credentials');
  let refusedCount = 0;
  await page.route(
    /\/card\.png/,
    (route) => {
      refusedCount += 1;
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' } });
    },
    { times: 2 },
  );
  await page.goto(`${instance.url}/app/${owner.accountId}/credentials/${awardId}`);
  for (const name of ['Certificate: Person 1, First steps', 'Preview: Person 1, First steps']) {
    await page.getByRole('figure').last().scrollIntoViewIfNeeded();
    const picture = page.getByRole('img', { name });
    await page.waitForFunction(
      (image) => (image as HTMLImageElement | null)?.naturalWidth === 1200,
      await picture.elementHandle(),
    );
  }
  assert.equal(refusedCount, 2);
  await page.getByRole('link', { name: 'Open PDF' }).waitFor();
  const steps = page.getByRole('listitem');
  await steps.filter({ hasText: 'Issued with the API key write key' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  const send = page.getByRole('dialog', { name: 'Send this credential' });
  await send.getByText('We’ll send 1 email').waitFor();
  await send.getByRole('button', { name: 'Send' }).click();
  await send.waitFor({ state: 'hidden' });
  await waitForCondition('delivered', async () => {
    const { items: events } = await owner.insignia.credentials.events({ awardId });
    return events.some(({ type }) => type === 'mailed');
  });
  await page.getByRole('button', { name: 'Revoke' }).click();
  const revoke = page.getByRole('dialog', { name: 'Revoke the credential of Person 1?' });
  await revoke.getByRole('textbox', { name: 'Reason' }).fill('Issued by mistake');
  await revoke.getByRole('button', { name: 'Revoke' }).click();
  const revoked = steps.filter({ hasText: `Revoked by ${owner.name}` });
  await revoked.getByText('Issued by mistake').waitFor();
  await steps.filter({ hasText: 'Emailed automatically' }).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'a credential'), []);
  for (const name of ['Correct', 'Renew'])
    assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0);
  assert.deepEqual(
    complaints.filter((text) => !text.includes('503')),
    [],
  );
});
