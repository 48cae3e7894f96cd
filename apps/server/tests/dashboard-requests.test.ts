import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolations } from './support/axe.ts';
import { visit } from './support/browser.ts';
import { assertOk, createTestClient } from './support/client.ts';
import { findHeading, findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  readEmailCode,
} from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

test('a recipient signs in on a phone, reports a mistake, and the team answers it', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const email = 'ada@recipients.example';
  const recipient = { name: 'Ada Lovelaze', email };
  const awardId = await issueAward(owner, badgeId, { recipient });
  const gone = await createBadge(owner, (await owner.insignia.issuers.list()).items[0]?.id ?? '', {
    name: 'Old course',
  });
  await issueAward(owner, gone, { recipient, issuedOn: '2020-01-01', expires: '2020-02-01' });

  const { page } = await visit(browser, instance.url, `/credentials/${awardId}`, { width: 360 });
  await page.getByRole('link', { name: 'See all your credentials' }).click();
  await findHeading(page, 'See your credentials').waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('Enter a valid email address.').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').waitFor();
  assert.deepEqual(await findViolations(page), []);
  assert.ok(!page.url().includes('recipients.example'));
  const { code, link } = await readEmailCode(instance, email);
  const opened = await visit(browser, instance.url, link, { width: 360 });
  await opened.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.deepEqual(await findViolations(opened.page), []);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await findHeading(page, 'My credentials').waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.getByLabel('Status').selectOption('Expired');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('heading', { name: 'Old course' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Poet of Science' }).count(), 0);
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByRole('searchbox', { name: 'Search' }).fill('poet');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('group').getByText('Share').click();
  await page.getByRole('link', { name: 'Add to LinkedIn profile' }).waitFor();
  const certificate = page.getByRole('link', { name: 'Download Poet of Science (PDF)' });
  const pdf = await createTestClient(instance.url)(
    'GET',
    (await certificate.getAttribute('href')) ?? '',
  );
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  await page.getByRole('link', { name: /^Report a mistake/ }).click();
  await findHeading(page, 'Report a mistake').waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.getByLabel('What is wrong?').fill('My surname is misspelled.');
  await page.getByLabel('Correct name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Send request' }).click();
  await findHeading(page, 'Request sent').waitFor();
  await page.getByRole('link', { name: 'Back to my credentials' }).click();
  await page.getByText('You asked for a correction.').waitFor();
  await page.getByRole('link', { name: /^Report a mistake in Poet/ }).click();
  await page.getByLabel(/^Erase the credential/).check();
  await page.getByLabel('What is wrong?').fill('I don’t want it any more.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await findHeading(page, 'Request sent').waitFor();

  const team = await openDashboard(browser, instance, owner, '');
  const nav = team.page.getByRole('navigation', { name: 'Main navigation' });
  await nav.getByRole('link', { name: 'Requests 2 open' }).click();
  await findHeading(team.page, 'Requests').waitFor();
  const rows = team.page.getByRole('row');
  await rows.filter({ hasText: 'My surname is misspelled.' }).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(team.page, 'requests'), []);
  await team.page.setViewportSize({ width: 1280, height: 800 });
  const erasure = rows.filter({ hasText: 'I don’t want it any more.' });
  await erasure.getByRole('button', { name: 'Decline' }).click();
  const decline = team.page.getByRole('dialog');
  await decline.getByRole('button', { name: 'Decline request' }).click();
  await decline.locator('[aria-invalid="true"]').waitFor();
  await decline.getByLabel('Reason').fill('We must keep it for a year.');
  await decline.getByRole('button', { name: 'Decline request' }).click();
  await erasure.waitFor({ state: 'detached' });
  const { mail } = await instance.mailbox.waitFor(email, /^Your request/);
  assert.match(mail.text ?? '', /We must keep it for a year\./);

  const correction = rows.filter({ hasText: 'My surname is misspelled.' });
  await correction.getByRole('button', { name: 'Accept' }).click();
  await team.page.getByRole('dialog').getByRole('button', { name: 'Accept and correct' }).click();
  await team.page.waitForURL(/\/credentials\/[\w-]+\/correct/);
  const field = team.page.getByLabel("Recipient's name");
  await field.waitFor();
  assert.equal(await field.inputValue(), 'Ada Lovelace');
  assert.ok(!team.page.url().includes('recipients.example'));
  await team.page.getByRole('button', { name: /^Save/ }).click();
  await team.page.waitForURL(/\/credentials\/[\w-]+$/);
  const corrected = await owner.insignia.credentials.get({ awardId });
  assert.equal(corrected.recipient.name, 'Ada Lovelace');
  await nav.getByRole('link', { name: 'Requests', exact: true }).click();
  await team.page.getByRole('heading', { name: 'No open requests' }).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(team.page, 'no requests'), []);
  // The team sees an earlier recipient's address, and can't erase somebody else's credential for them.
  await page.getByRole('link', { name: 'Back to my credentials' }).click();
  await page.getByRole('link', { name: /^Report a mistake in Poet/ }).click();
  await page.getByLabel(/^Erase the credential/).check();
  await page.getByLabel('What is wrong?').fill('Delete it at last.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await findHeading(page, 'Request sent').waitFor();
  const next = { name: 'Grace Hopper', email: 'grace@next.example' };
  await owner.insignia.credentials.correct({ awardId, recipient: next });
  await team.page.reload();
  const earlier = rows.filter({ hasText: 'Delete it at last.' });
  await earlier.getByText('From an earlier recipient:').waitFor();
  await earlier.getByRole('link', { name: email }).waitFor();
  assert.equal(await earlier.getByRole('button', { name: /^Accept/ }).count(), 0);
  assert.deepEqual(await findObstaclesEverywhere(team.page, 'an earlier recipient'), []);
  assert.deepEqual(team.complaints, []);
});

test('accepting an erasure needs the name typed, and viewers cannot answer', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const email = 'grace@recipients.example';
  const awardId = await issueAward(owner, badgeId, { recipient: { name: 'Grace Hopper', email } });
  const anyone = createTestClient(instance.url);
  await anyone('POST', '/api/auth/sign-in/email-code', { email });
  const { code } = await readEmailCode(instance, email);
  const signedIn = await anyone('POST', '/api/auth/sign-in/email-code/confirm', { email, code });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const parameters = { kind: 'erasure', message: 'Please delete it.' };
  await anyone(
    'POST',
    `/my/credentials/${awardId}/requests`,
    { parameters },
    {
      ...{ cookie, origin: instance.url },
    },
  );

  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const reading = await openDashboard(
    browser,
    instance,
    { ...viewer, accountId: owner.accountId },
    '/requests',
  );
  await reading.page.getByRole('row').filter({ hasText: 'Please delete it.' }).waitFor();
  assert.equal(await reading.page.getByRole('button', { name: /^Accept/ }).count(), 0);

  const { page, complaints } = await openDashboard(browser, instance, owner, '/requests');
  const accept = page.getByRole('button', { name: 'Accept the request of Grace Hopper' });
  const width = page.viewportSize() ?? assert.fail();
  await page.setViewportSize({ width: 360, height: 780 });
  const [message, answer] = await Promise.all(
    [page.getByText('Please delete it.'), accept].map((each) => each.boundingBox()),
  );
  assert.ok(message && answer && message.y + message.height <= answer.y, 'the message is covered');
  await page.setViewportSize(width);
  await accept.click();
  const dialog = page.getByRole('dialog', { name: 'Erase the credential of Grace Hopper?' });
  const erase = dialog.getByRole('button', { name: 'Accept and erase' });
  assert.equal(await erase.isDisabled(), true);
  await dialog.getByLabel(/^Type/).fill('Grace Hopper');
  await erase.click();
  await page.getByRole('heading', { name: 'No open requests' }).waitFor();
  const { items } = await owner.insignia.requests.list();
  assert.deepEqual(items, []);
  assert.deepEqual(complaints, []);
});

test('recipients without an account are led from the dashboard to their credentials', async () => {
  const { page } = await visit(browser, instance.url, '/my/sign-in');
  const email = 'nobody@recipients.example';
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const { code } = await readEmailCode(instance, email);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'No credentials yet' }).waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.goto(`${instance.url}/app/`);
  await findHeading(page, 'My credentials').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await findHeading(page, 'See your credentials').waitFor();
});

test('an owner offers an issuer, and the owner of the other account accepts it', async () => {
  const [from, to] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const issuerId = await createIssuer(from, { name: 'Moving Academy' });
  await createBadge(from, issuerId);
  const { page } = await openDashboard(browser, instance, from, `/issuers/${issuerId}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Offer issuer' }).click();
  await dialog.getByText(/All public links stay the same/).waitFor();
  await dialog.getByLabel('Email of the other owner').fill('nobody');
  await dialog.getByRole('button', { name: 'Offer issuer' }).click();
  await dialog.getByText('Enter a valid email address').waitFor();
  await dialog.getByLabel('Email of the other owner').fill(to.email);
  assert.deepEqual(await findObstaclesEverywhere(page, 'offer'), []);
  await dialog.getByRole('button', { name: 'Offer issuer' }).click();
  await page.getByText(new RegExp(`^Offered to ${to.email}. The offer is open until`)).waitFor();
  await page.getByRole('button', { name: 'Cancel offer' }).click();
  await dialog.getByRole('button', { name: 'Cancel offer' }).click();
  await page.getByText('Offer of Moving Academy canceled').waitFor();
  await page.getByRole('button', { name: 'Offer issuer' }).click();
  await dialog.getByLabel('Email of the other owner').fill(to.email);
  await dialog.getByRole('button', { name: 'Offer issuer' }).click();
  await page.getByText(/^Offered to/).waitFor();

  const { page: other } = await openDashboard(browser, instance, to, '/issuers');
  const offer = other.getByRole('region', { name: 'Offer of the issuer Moving Academy' });
  await offer.waitFor();
  assert.deepEqual(await findObstaclesEverywhere(other, 'incoming offer'), []);
  await offer.getByRole('button', { name: 'Accept issuer' }).click();
  // The list is read again only after the move, so the dashboard never sees it moving.
  await other.route('**/transfers', async (route) => {
    if (route.request().method() === 'GET')
      await waitForCondition('the issuer has moved', async () => {
        const { items } = assertOk(await to.api('GET', '/issuers')).body;
        return items.length > 0;
      });
    await route.continue();
  });
  await other.getByRole('dialog').getByRole('button', { name: 'Accept issuer' }).click();
  await other.getByRole('link', { name: 'Moving Academy' }).waitFor();
  await offer.waitFor({ state: 'detached' });
});
