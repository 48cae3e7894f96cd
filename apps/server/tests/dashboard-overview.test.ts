import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './support/browser.ts';
import { assertOk } from './support/client.ts';
import { heading, lookEverywhere, openDashboard } from './support/dashboard.ts';
import { pngBytes } from './support/images.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { createBadge, createIssuer, createOwner } from './support/people.ts';

let instance: Instance;
let browser: Browser;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

test('two edit one badge: the second to save is shown what the first has saved, and chooses', async () => {
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
  // Typed before the reload, and so before hers was read.
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody has saved this meanwhile' });
  const field = (name: string) => dialog.getByRole('radiogroup', { name });
  await field('Name').getByText('By her').waitFor();
  await field('Name').getByText('By me').waitFor();
  assert.equal(await field('Criteria').count(), 0);
  await field('Description').getByText('<b>Hers</b>').waitFor();
  assert.ok(await field('Name').getByRole('radio', { name: 'As it stands' }).isChecked());
  assert.ok(await field('Description').getByRole('radio', { name: 'As they saved' }).isChecked());
  assert.deepEqual(await lookEverywhere(page, 'what both have saved'), []);

  await dialog.getByRole('button', { name: 'Back to my form' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'By me');
  // A third one comes between.
  await page.getByRole('button', { name: 'Save' }).click();
  await field('Name').waitFor();
  assertOk(await owner.api('PUT', path, { parameters: { name: 'By a third' } }));
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
  await field('Name').getByText('By a third').waitFor();
  await field('Name').getByRole('radio', { name: 'As they saved' }).check();
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
  await page.waitForURL(`**/app/${owner.accountId}${path}`);
  await heading(page, 'By a third').waitFor();
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

test('an issuer that was changed meanwhile is not overwritten either', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner, { email: 'somebody@else.example' });
  const path = `/issuers/${issuerId}`;
  const { page } = await openDashboard(browser, instance, owner, path);
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  const parameters = { linkedinOrganizationId: '77' };
  assertOk(await owner.api('PUT', path, { parameters }));
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody has saved this meanwhile' });
  await dialog.getByRole('radiogroup', { name: 'LinkedIn organisation id' }).waitFor();
  assert.equal(await dialog.getByRole('radiogroup').count(), 1);
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
  await heading(page, 'Mine').waitFor();
  const saved = assertOk(await owner.api('GET', path)).body;
  assert.deepEqual([saved.name, saved.linkedinOrganizationId], ['Mine', '77']);
  // What is saved is what the next change begins with.
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine again');
  await page.getByRole('button', { name: 'Save' }).click();
  await heading(page, 'Mine again').waitFor();
});
