import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { heading, openDashboard, pictureFile } from '../support/dashboard.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createBadge, createIssuer, createOwner, type Owner } from '../support/people.ts';

let instance: Instance;
let browser: Browser;
let owner: Owner;
let issuerId: string;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0a7a4b"/></svg>';

test('pictures become layers, are there after reopening, and the service draws them; templates begin in the brand’s colour', async () => {
  await owner.insignia.issuers.updateBrand({ issuerId, accentColor: '#8a1538' });
  const badgeId = await createBadge(owner, issuerId);
  const { page, complaints } = await openDashboard(
    browser,
    instance,
    owner,
    `/badges/${badgeId}/design`,
  );
  await heading(page, 'Design').waitFor();
  const layer = (name: string) =>
    page.getByRole('list', { name: 'Layers' }).getByRole('button', { name, exact: true });
  const file = page.getByLabel('Add picture');
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('hi') });
  await page.getByRole('alert').filter({ hasText: 'not a PNG or JPG' }).waitFor();
  await file.setInputFiles({
    name: 'torn.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg'),
  });
  await page.getByRole('alert').filter({ hasText: 'cannot be drawn' }).waitFor();
  await file.setInputFiles(await pictureFile());
  await layer('badge').waitFor();
  await file.setInputFiles({
    name: 'Our logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(svg),
  });
  await layer('Our logo').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.equal(await page.getByLabel('Width', { exact: true }).inputValue(), '512');
  assert.equal(await page.getByLabel('Height', { exact: true }).inputValue(), '256');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The design was saved').waitFor();
  await page.reload();
  await layer('Our logo').waitFor();
  assert.equal(await page.getByText('is gone').count(), 0);

  const { designJson = '' } = await owner.insignia.badges.get({ badgeId });
  const words = { name: 'Drawn', description: 'D', criteria: 'C' };
  await owner.insignia.badges.create({ ...words, issuerId, designJson });

  await page.getByRole('button', { name: 'Templates', exact: true }).click();
  const color = page.getByRole('dialog', { name: 'Templates' }).getByLabel('Main colour');
  assert.equal(await color.inputValue(), '#8a1538');
  assert.deepEqual(complaints, []);
});
