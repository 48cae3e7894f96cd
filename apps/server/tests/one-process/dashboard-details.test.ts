import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import {
  fillInBadge,
  findHeading,
  findObstaclesEverywhere,
  openDashboard,
} from '../support/dashboard.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createBadge, createIssuer, createOwner, idFromUrl } from '../support/people.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

test('a badge gets custom fields and a validity; issuing checks field values, story and evidence while typing', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/badges/new');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });

  await fillInBadge(page, 'Skipper');
  const printed = page.getByText('Without it, certificates print the description:').locator('..');
  await printed.getByText('Sails', { exact: true }).waitFor();
  await field('Certificate text').fill('x'.repeat(601));
  const ownPrinted = page.getByText('Below the badge’s name, certificates print:').locator('..');
  await button('Create badge').click();
  await page.getByText('Use at most 600 characters', { exact: true }).waitFor();
  await field('Certificate text').fill('for sailing **three days**');
  await ownPrinted.locator('strong').getByText('three days').waitFor();
  await button('More details').click();
  await field('Credentials are valid for').fill('2');
  await field('Hours').fill('many');
  await field('Credits').fill('2,5');
  await button('Add custom field').click();
  const first = page.getByRole('listitem').filter({ has: button('Remove custom field 1') });
  await first.getByLabel('Label, Custom field 1', { exact: true }).fill('Grade');
  await first.getByRole('combobox', { name: 'Type, Custom field 1' }).click();
  await page.getByRole('option', { name: 'number' }).click();
  await field('Topics').fill('sea\n'.repeat(21));
  await button('Add skill').click();
  await field('Skill').fill('Sailing');
  await field('Link').fill('nowhere');
  const obstacles = await findObstaclesEverywhere(page, 'a new badge');
  await button('Create badge').click();
  await page.getByText('Enter a URL that starts with http:// or https://').waitFor();
  await page.getByText('Use at most 20 entries', { exact: true }).waitFor();
  await page.getByText('Enter a number, for example 1.3').waitFor();
  await field('Hours').fill('16');
  await field('Topics').fill('sea\nwind, and weather');
  await field('Link').fill('https://framework.example/sailing');
  await button('Create badge').click();
  await findHeading(page, 'Skipper').waitFor();
  const badgeId = idFromUrl(new URL(page.url()).pathname);
  const read = await owner.insignia.badges.get({ badgeId });
  assert.deepEqual(
    [read.validFor, read.attributes, read.tags, read.alignment, read.certificateText],
    [
      ...['P2Y', [{ name: 'Grade', type: 'number' }], ['sea', 'wind, and weather']],
      [{ targetName: 'Sailing', targetUrl: 'https://framework.example/sailing' }],
      'for sailing **three days**',
    ],
  );
  assert.deepEqual([read.hours, read.credits], [16, 2.5]);
  const facts = page.locator('dl').filter({ hasText: 'Criteria' });
  assert.match((await facts.textContent()) ?? '', /Hours16Credits2\.5/);

  const share = page.getByRole('textbox', { name: 'Share text' });
  const text = '{{recipient_name}} sails';
  await share.fill('Nothing');
  await button('Cancel').click();
  assert.match(await share.inputValue(), /badge_name/);
  await share.fill(text);
  await page.getByText('Ada Lovelace sails').waitFor();
  await button('Save').click();
  await page.getByText('Changes saved', { exact: true }).waitFor();
  assert.equal((await owner.insignia.badges.get({ badgeId })).shareText, text);
  await button('Save').waitFor({ state: 'detached' });
  obstacles.push(...(await findObstaclesEverywhere(page, 'a badge')));
  await page.setViewportSize({ width: 1280, height: 900 });

  // By keyboard, because the links still move after the change of size.
  await page.getByRole('link', { name: 'Issue', exact: true }).last().press('Enter');
  await findHeading(page, 'Issue a credential').waitFor();
  await page.getByRole('textbox', { name: "Recipient's name" }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: "Recipient's email" }).fill('ada@example.org');
  await page.getByText('Leave empty to use the badge’s validity period').waitFor();
  await field('Grade').fill('1,3');
  const link = '[the log](https://log.example/2?a=1&b)';
  const story = `# Sailed\n**alone**, see ${link}\n\n- <img src=x onerror=alert(1)>\n- [a](javascript:alert(1))\n\n> far\n\n---\n1. \`${'a'.repeat(200)}\``;
  await field('How it was earned').fill(story);
  await button('Add evidence').click();
  await field('Link').fill('javascript:alert(1)');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  obstacles.push(...(await findObstaclesEverywhere(page, 'issue')));
  await button('Issue').click();
  await page.getByText('Enter a number, for example 1.3').waitFor();
  await page.getByText('Enter a URL that starts with http:// or https://').waitFor();
  await field('Grade').fill('1.3');
  await field('Link').fill('https://log.example/1');
  await button('Issue').click();
  await page.getByRole('link', { name: 'View this credential' }).click();
  await page.getByRole('heading', { name: 'Details' }).waitFor();
  await page.getByRole('link', { name: 'https://log.example/1' }).waitFor();
  await page.getByText('1.3', { exact: true }).waitFor();
  // As safe Markdown with web links only.
  assert.equal(await page.locator('strong').getByText('alone').count(), 1);
  await page.getByRole('listitem').getByText('<img src=x onerror=alert(1)>').waitFor();
  await page.getByText('[a](javascript:alert(1))').waitFor();
  const away = page.getByRole('link', { name: 'the log' });
  assert.deepEqual(
    [await away.getAttribute('href'), await away.getAttribute('target')],
    ['https://log.example/2?a=1&b', '_blank'],
  );
  assert.match((await away.getAttribute('rel')) ?? '', /noopener/);
  obstacles.push(...(await findObstaclesEverywhere(page, 'a credential that says more')));
  const credential = await owner.insignia.credentials.get({
    awardId: idFromUrl(new URL(page.url()).pathname),
  });
  assert.deepEqual(
    [credential.attributes, credential.narrative, credential.evidence],
    [{ Grade: '1.3' }, story, [{ id: 'https://log.example/1' }]],
  );

  await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/edit`);
  await page.getByRole('textbox', { name: 'Description' }).fill('Sails far');
  await field('Certificate text').fill('');
  assert.equal(await field('Credentials are valid for').inputValue(), '2');
  await button('Remove custom field 1').click();
  await button('Save').click();
  await page.waitForURL(new RegExp(`/badges/${badgeId}$`));
  await page.getByText('2 years').waitFor();
  const after = await owner.insignia.badges.get({ badgeId });
  assert.deepEqual(
    [after.attributes, after.certificateText, after.validFor, after.tags],
    [undefined, undefined, 'P2Y', read.tags],
  );
  assert.deepEqual([obstacles, complaints], [[], []]);
});

test('the text direction of a badge’s own text does not affect the text beside it', async () => {
  const owner = await createOwner(instance);
  const turned = (word: string) => `${word} \u202egnp`;
  const badge = await createBadge(owner, await createIssuer(owner), {
    name: turned('Name'),
    achievementType: 'MicroCredential',
    attributes: [
      { name: turned('Grade'), type: 'number' },
      { name: 'Mark', type: 'text' },
    ],
    tags: [turned('sea'), 'wind'],
    alignment: [
      {
        ...{ targetName: turned('Sailing'), targetUrl: 'https://framework.example/sailing' },
        ...{ targetFramework: turned('ESCO'), targetCode: 'S1' },
      },
    ],
  });
  const { page, complaints } = await openDashboard(browser, instance, owner, `/badges/${badge}`);
  const topics = page.locator('dl').filter({ hasText: 'Topics' });
  await topics.waitFor();
  assert.deepEqual(await topics.locator('bdi').allTextContents(), [
    ...[turned('Grade'), 'Mark', turned('Sailing'), turned('ESCO'), 'S1', turned('sea'), 'wind'],
  ]);
  await topics.getByText('Micro Credential', { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});
