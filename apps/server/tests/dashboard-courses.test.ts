import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../src/kernel/id.ts';
import { visit } from './support/browser.ts';
import { assertOk } from './support/client.ts';
import {
  findHeading,
  findObstacles,
  findObstaclesEverywhere,
  openDashboard,
} from './support/dashboard.ts';
import {
  deepLinkingClaims,
  learner,
  readTool,
  registerPlatform,
  roles,
  settings,
  startLtiPlatform,
  teacher,
} from './support/lti.ts';
import { createBadge, createIssuer, createOwner } from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const platform = await startLtiPlatform();
after(() => platform.stop());
const { instance, browser } = await useInstanceAndBrowser(settings);

test('an admin registers a platform, a teacher adds a badge in a frame, and a learner gets it, without cookies', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'First Aid' });
  const { page, complaints } = await openDashboard(browser, instance, owner, '/courses');
  await findHeading(page, 'Courses').waitFor();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByText(`${instance.url}/lti/login/${owner.accountId}`).waitFor();
  await page.getByText('Redirection URI(s)').waitFor();
  await page.getByText('Canvas', { exact: true }).click();
  await page.getByText('OpenID Connect Initiation Url').waitFor();
  await button('Copy login URL').waitFor();
  await button('Create registration link').click();
  await page.getByText('The link works once').waitFor();
  await button('Copy link').waitFor();

  await button('Register platform').click();
  await field('Name').fill('School');
  await field('Issuer').fill(platform.origin);
  await field('Client ID').fill('insignia');
  await field('Deployment IDs').fill('1');
  await field('Authorization URL').fill(`${platform.origin}/auth`);
  await field('Keyset URL').fill(`${platform.origin}/jwks`);
  const register = page.locator('form').getByRole('button', { name: 'Register platform' });
  await field('Token URL').fill(`${platform.origin}/token`);
  await register.click();
  const card = page.getByRole('region', { name: 'School' });
  await card.getByText(platform.origin).waitFor();
  platform.tool = await readTool(owner);
  await card.getByRole('button', { name: 'Check connection' }).click();
  await card.getByText('Open Insignia in a course as a teacher').waitFor();
  assert.equal(await card.getByText('Passed', { exact: true }).count(), 2);
  assert.equal(await card.getByText('Not yet', { exact: true }).count(), 1);
  assert.deepEqual(await findObstaclesEverywhere(page, 'courses'), []);
  platform.answers['/jwks'] = (response) => response.writeHead(302, { location: '/other' }).end();
  platform.clientId = 'another';
  await card.getByRole('button', { name: 'Check connection' }).click();
  await card.getByText('“Keyset URL” isn’t right').waitFor();
  await card.getByText('Your platform doesn’t accept Insignia’s key').waitFor();
  assert.equal(await card.getByText(/the server/).count(), 0, 'messages of the API');
  Object.assign(platform, { answers: {}, clientId: 'insignia' });

  const { page: course } = await visit(browser, platform.origin, '/course', { width: 760 });
  // The browser forgets the cookie, as one does that blocks cookies in frames.
  await course.route(/\/lti\/launch\/[\w-]+$/, async (route) => {
    await course.context().clearCookies();
    await route.continue();
  });
  const frame = course.frameLocator('iframe');
  const reopen = async (next: object) => {
    Object.assign(platform, { next });
    await course.goto(`${platform.origin}/course`);
  };
  await reopen({ person: teacher, claims: deepLinkingClaims(platform) });
  await frame.getByRole('combobox', { name: 'Badge' }).selectOption(badgeId);
  await frame.getByRole('radio', { name: /score/ }).check();
  await frame.getByRole('textbox', { name: 'Minimum score in percent' }).fill('150');
  await frame.getByRole('button', { name: 'Add to course' }).click();
  await frame.getByText('Enter a whole number from 1 to 100').waitFor();
  assert.deepEqual(await findObstacles(course, 'choice'), []);
  await frame.getByRole('radio', { name: /opens/ }).check();
  await frame.getByRole('textbox', { name: 'Minimum score in percent' }).fill('80');
  await frame.getByRole('button', { name: 'Add to course' }).click();
  await frame.getByRole('heading', { name: 'Returned' }).waitFor();
  const [, payload = ''] = (platform.returned[0] ?? '').split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const [item] = claims['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'];
  assert.equal(item.title, 'Earn: First Aid');

  await reopen({ person: learner('ada', { name: 'Ada Lovelace' }), custom: item.custom });
  await frame.getByText('You have this badge.').waitFor();
  for (const name of ['View credential', 'Download PDF', 'Add to wallet', 'All my credentials'])
    await frame.getByRole('link', { name }).waitFor();
  assert.deepEqual(await findObstacles(course, 'learner'), []);
  const { awards } = assertOk(await owner.read('GET', '/awards')).body.info;
  assert.deepEqual(
    awards.map(({ recipient }: { recipient: { name: string } }) => recipient.name),
    ['Ada Lovelace'],
  );

  platform.people = [
    learner('bea', { name: 'Bea Learner' }),
    { sub: 'cleo', name: 'Cleo Learner', roles: [roles.learner] },
  ];
  await reopen({ person: teacher, custom: item.custom, locale: 'ar' });
  await frame.getByText('لديه الشارة').waitFor();
  await reopen({ person: teacher, custom: item.custom });
  await frame.getByText('No email address or name').waitFor();
  await frame.getByRole('checkbox', { name: 'Bea Learner' }).check();
  await frame.getByRole('button', { name: 'Issue to selected people' }).click();
  await frame.getByText('Issued: 1').waitFor();
  assert.deepEqual(await findObstacles(course, 'teacher'), []);
  const link = frame.getByRole('link', { name: 'Open in Insignia' });
  assert.match((await link.getAttribute('href')) ?? '', new RegExp(`/badges/${badgeId}$`));
  // The check shows what the platform sends. A course's settings may withhold names or grades.
  await card.getByRole('button', { name: 'Check connection' }).click();
  await card.getByText('The platform offers scores').waitFor();
  assert.equal(await card.getByText('Passed', { exact: true }).count(), 6);
  await reopen({
    ...{ person: { sub: 'dora', roles: [roles.learner] }, hasServices: false },
    custom: item.custom,
  });
  await frame
    .getByText(/email address/)
    .first()
    .waitFor();
  await card.getByRole('button', { name: 'Check connection' }).click();
  await card.getByText('share names and email addresses with Insignia').waitFor();
  assert.equal(await card.getByText('Failed', { exact: true }).count(), 3);
  assert.deepEqual(
    complaints.filter((one) => !/400/.test(one)),
    [],
  );
});

test('a search for an address finds a learner without a credential, who can be erased', async () => {
  const owner = await createOwner(instance, 'pro');
  const platformId = await registerPlatform(owner, platform);
  const email = 'waiting@school.example';
  await sql`insert into lti_users (id, account_id, platform_id, deployment_id, subject, name, email, email_search, updated_at)
    values (${newId()}, ${owner.accountId}, ${platformId}, '1', 'waiting', 'Ada Waiting', ${email}, ${email}, now())`.execute(
    instance.db,
  );
  const { page, complaints } = await openDashboard(
    browser,
    instance,
    owner,
    `/recipients?search=${email}`,
  );
  await page.getByRole('region', { name: 'Learners without a credential' }).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'learners'), []);
  await page.getByRole('link', { name: 'Ada Waiting' }).click();
  await findHeading(page, 'Ada Waiting').waitFor();
  await page.getByText(email).waitFor();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Ada Waiting');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await waitForCondition('erased', async () => {
    const { rows } = await sql`select 1 from lti_users
      where account_id = ${owner.accountId} and (name is not null or email is not null)`.execute(
      instance.db,
    );
    return rows.length === 0;
  });
  assert.deepEqual(complaints, []);
});
