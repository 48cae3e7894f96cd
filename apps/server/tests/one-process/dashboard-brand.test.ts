import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShades } from '@insignia/tokens/shades';
import {
  findHeading,
  findObstacles,
  findObstaclesEverywhere,
  openDashboard,
} from '../support/dashboard.ts';
import { badgeImage, pngBytes } from '../support/images.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
} from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

const file = async (width: number, height: number) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await pngBytes(width, height),
});

test('a brand is previewed before saving, its form explains how the color is used, and it is there again after saving', async () => {
  const owner = await createOwner(instance);
  const issuer = await createIssuer(owner, { logo: await badgeImage() });
  const { page, complaints } = await openDashboard(browser, instance, owner, `/issuers/${issuer}`);
  await page.getByRole('link', { name: 'Brand' }).click();
  await findHeading(page, 'Brand').waitFor();
  const color = page.getByRole('textbox', { name: 'Accent color' });
  await color.fill('#ffdd00');
  const { onLight, onDark } = createShades('#ffdd00');
  const used = page.getByText(`the color is ${onLight} on light backgrounds and ${onDark} on dark`);
  await used.waitFor();
  await page
    .getByLabel('Logo for dark backgrounds', { exact: true })
    .setInputFiles(await file(300, 80));
  await page.getByRole('combobox', { name: 'Style' }).click();
  await page.getByRole('option', { name: /^Engraved/ }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('textbox', { name: 'Name of signatory 3' }).fill('Ada Lovelace');
  const signature = page.getByLabel('Signature of signatory 3', { exact: true });
  await signature.setInputFiles(await file(10, 10));
  const footer = page.getByRole('textbox', { name: 'Footer text' });
  await footer.fill('Registered charity 123456');
  const listing = page.getByRole('checkbox', { name: 'Let search engines list public pages' });
  assert.equal(await listing.isChecked(), false);
  await listing.check();
  const preview = page.getByRole('region', { name: 'Preview' });
  assert.equal(await preview.getByText('Registered charity 123456').count(), 2);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Choose a picture of at least 80 by 20 pixels').waitFor();
  await signature.setInputFiles(await file(200, 60));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Brand saved.').waitFor();
  const brand = await owner.insignia.issuers.brand({ issuerId: issuer });
  assert.deepEqual(
    [
      brand.accentColor,
      brand.certificateStyle,
      brand.language,
      brand.footText,
      brand.searchIndexing,
    ],
    ['#ffdd00', 'engraved', 'de', 'Registered charity 123456', true],
  );
  assert.equal(brand.signatures.length, 1);
  assert.ok(brand.logoDark && brand.signatures[0]?.picture);
  await page.reload();
  await findHeading(page, 'Brand').waitFor();
  assert.equal(await color.inputValue(), '#ffdd00');
  assert.equal(
    await page.getByRole('textbox', { name: 'Name of signatory 1' }).inputValue(),
    'Ada Lovelace',
  );
  await page.getByRole('button', { name: 'Remove: Logo for dark backgrounds' }).click();
  await color.fill('red');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter a color, for example #24477f').waitFor();
  await color.fill('#112233');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Brand saved.').first().waitFor();
  const after = await owner.insignia.issuers.brand({ issuerId: issuer });
  assert.deepEqual([after.accentColor, after.logoDark], ['#112233', undefined]);
  assert.equal(after.signatures[0]?.picture, brand.signatures[0]?.picture);
  assert.deepEqual(await findObstaclesEverywhere(page, 'brand'), []);
  // The pictures in the form.
  assert.deepEqual(
    complaints.filter((text) => !/status of 400/.test(text)),
    [],
  );
});

test('a brand saved in another tab is not overwritten: a dialog shows the differences in words', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner);
  const place = `/issuers/${issuerId}/brand`;
  const { page, complaints } = await openDashboard(browser, instance, owner, place);
  const footer = page.getByRole('textbox', { name: 'Footer text' });
  await footer.fill('Mine');
  const { issuers } = owner.insignia;
  await issuers.updateBrand({ issuerId, certificateStyle: 'modern', footText: 'Theirs' });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' });
  const field = (name: string) => dialog.getByRole('radiogroup', { name });
  await field('Style').getByText('Modern: large type').waitFor();
  await field('Footer text').getByText('Theirs').waitFor();
  assert.equal(await dialog.getByRole('radiogroup').count(), 2);
  assert.deepEqual(await findObstaclesEverywhere(page, 'a brand that both have saved'), []);
  await dialog.getByRole('button', { name: 'Save selected versions' }).click();
  await page.getByText('Brand saved.').waitFor();
  const saved = await issuers.brand({ issuerId });
  assert.deepEqual([saved.certificateStyle, saved.footText], ['modern', 'Mine']);
  // The saved state is the base of the next change.
  await footer.fill('Mine again');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForCondition(
    'saved',
    async () => (await issuers.brand({ issuerId })).footText === 'Mine again',
  );
  assert.deepEqual(
    complaints.filter((text) => !text.includes('412')),
    [],
  );
});

test('a viewer sees the brand but no Save button', async () => {
  const [owner, viewer] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, owner, viewer, 'viewer');
  const issuer = await createIssuer(owner);
  const home = { cookie: viewer.cookie, accountId: owner.accountId };
  const { page } = await openDashboard(browser, instance, home, `/issuers/${issuer}/brand`);
  await page.getByRole('textbox', { name: 'Accent color' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
});

test('previews of all styles and the card show unsaved changes, with a sample or a real recipient', async () => {
  const owner = await createOwner(instance, 'unlimited');
  const issuer = await createIssuer(owner);
  const badge = await createBadge(owner, issuer, { name: 'First Steps' });
  await issueAward(owner, badge, { recipient: { name: 'Grace Hopper', email: 'g@example.org' } });
  const { page, complaints } = await openDashboard(
    browser,
    instance,
    owner,
    `/issuers/${issuer}/brand`,
  );
  const samples = page.getByRole('region', { name: 'Certificates and card' });
  await samples.scrollIntoViewIfNeeded();
  const large = samples.getByRole('img', { name: /^Certificate/ });
  const readSource = async () => (await large.getAttribute('src')) ?? '';
  await waitForCondition('all are there', async () => (await samples.locator('img').count()) === 8);
  for (const picture of await samples.locator('img').all())
    await waitForCondition('it is drawn', () =>
      picture.evaluate((image: HTMLImageElement) => image.naturalWidth === 1_200),
    );
  const first = await readSource();
  await samples.getByRole('button', { name: /^Modern/ }).click();
  const style = page.getByRole('combobox', { name: 'Style' });
  await waitForCondition('it is chosen', async () =>
    (await style.inputValue()).startsWith('Modern'),
  );
  await waitForCondition('the chosen style is large', async () => {
    const alt = (await large.getAttribute('alt')) ?? '';
    return alt.includes('Modern') && (await readSource()) !== first;
  });
  const previewRequest = page.waitForRequest(
    (request) =>
      request.url().endsWith('/brand/preview') &&
      /First|credentialId/.test(request.postData() ?? ''),
  );
  await samples.getByRole('combobox', { name: 'Credential' }).click();
  await page.getByRole('option', { name: 'Grace Hopper: First Steps' }).click();
  assert.ok(JSON.parse((await previewRequest).postData() ?? '{}').parameters.credentialId);
  await page.getByRole('textbox', { name: 'Accent color' }).fill('red');
  await samples.getByText('The preview isn’t up to date').first().waitFor();
  assert.equal(
    (await owner.insignia.issuers.brand({ issuerId: issuer })).certificateStyle,
    'classic',
  );
  assert.deepEqual(await findObstaclesEverywhere(page, 'brand samples'), []);
  // On small screens, the preview is one click away.
  await page.getByRole('textbox', { name: 'Accent color' }).fill('#112233');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await preview.getByRole('img', { name: 'Preview of the certificate' }).waitFor();
  assert.deepEqual(await findObstacles(page, 'brand preview'), []);
  // A busy service refuses a preview with 503, and the screen asks again.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('503')),
    [],
  );
});

test('an issuer shows no keys at first, then its signing key and DID, then a rotated key', async () => {
  const owner = await createOwner(instance);
  const issuer = await createIssuer(owner);
  const awardId = await issueAward(owner, await createBadge(owner, issuer));
  const { page, complaints } = await openDashboard(browser, instance, owner, `/issuers/${issuer}`);
  const keys = page.getByRole('region', { name: 'Signing keys' });
  await keys.getByText(/^No keys yet/).waitFor();
  assert.equal(await keys.getByRole('button', { name: 'Rotate key' }).count(), 0);
  await fetch(new URL(`/credentials/${awardId}/vc`, instance.url));
  await page.reload();
  await keys.getByText(/^Signing since/).waitFor();
  const { items } = await owner.insignia.issuers.keys({ issuerId: issuer });
  const [did, fragment] = (items[0]?.verificationMethods[0] ?? '').split('#');
  await keys.getByText(did ?? '', { exact: true }).waitFor();
  await keys.getByText(fragment ?? '', { exact: true }).waitFor();
  const address = await keys.getByRole('link').getAttribute('href');
  const { id } = await (await fetch(new URL(address ?? '', instance.url))).json();
  assert.equal(id, did);
  await keys.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await keys.getByText(/^Published. Starts signing/).waitFor();
  await keys.getByText(/^Signing since/).waitFor();
  // Only one key may wait.
  assert.equal(await keys.getByRole('button', { name: 'Rotate key' }).count(), 0);
  assert.deepEqual(await findObstaclesEverywhere(page, 'signing keys'), []);
  await page.setViewportSize({ width: 360, height: 740 });
  const isInside = await keys.getByRole('listitem').evaluateAll((items) =>
    items.every((item) => {
      const state = item.querySelector('.state') as HTMLElement;
      // The longest possible text.
      state.textContent = 'No longer signs. Its signatures stay valid.';
      return state.getBoundingClientRect().right <= item.getBoundingClientRect().right;
    }),
  );
  assert.ok(isInside, 'what is said of a key leaves its sheet on a telephone');
  await page.setViewportSize({ width: 1_280, height: 800 });
  const button = keys.getByRole('button', { name: /^Revoke key z/ });
  assert.equal(await button.count(), 2);
  await button.last().click();
  const dialog = page.getByRole('dialog', { name: 'Revoke this signing key?' });
  await dialog.getByText('1 signed copy stops verifying.').waitFor();
  assert.equal(await dialog.getByText(/permanently revoked/).count(), 0);
  const act = dialog.getByRole('button', { name: 'Revoke key' });
  assert.equal(await act.isDisabled(), true);
  await dialog.getByLabel('Revoke credentials issued since').fill('2020-01-01');
  await dialog.getByText('1 credential is permanently revoked.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The key was stolen.');
  assert.deepEqual(await findObstaclesEverywhere(page, 'revoke a signing key'), []);
  const { name } = await owner.insignia.issuers.get({ issuerId: issuer });
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(name);
  await act.click();
  await page.getByText('Key revoked. A new key signs now.').waitFor();
  await keys.getByText(/^Revoked on/).waitFor();
  await waitForCondition('revoked', async () => {
    const credential = await owner.insignia.credentials.get({ awardId });
    return credential.revoked && credential.revocationReason === 'The key was stolen.';
  });
  assert.deepEqual(complaints, []);
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const there = { cookie: viewer.cookie, accountId: owner.accountId };
  const seen = await openDashboard(browser, instance, there, `/issuers/${issuer}`);
  const theirs = seen.page.getByRole('region', { name: 'Signing keys' });
  await theirs.getByText(/^Signing since/).waitFor();
  assert.equal(await theirs.getByRole('button', { name: 'Rotate key' }).count(), 0);
  assert.equal(await theirs.getByRole('button', { name: /^Revoke key/ }).count(), 0);
});

test('forms of brand and badge show how many issued credentials they keep, and update them on request', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  const brandPlace = `/issuers/${issuerId}/brand`;
  const { page, complaints } = await openDashboard(browser, instance, owner, brandPlace);
  const question = page.getByRole('radiogroup', { name: 'Credentials already issued' });
  const footer = page.getByRole('textbox', { name: 'Footer text' });
  await footer.fill('Before');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Brand saved.').waitFor();
  assert.equal(await question.count(), 0, 'nothing was issued');
  const [first = '', second = ''] = [
    await issueAward(owner, badgeId),
    await issueAward(owner, badgeId),
  ];
  const read = async (id: string) => (await fetch(`${instance.url}/credentials/${id}`)).text();
  await page.reload();
  const keep = question.getByRole('radio', { name: 'Keep 2 issued credentials as they are' });
  await keep.waitFor();
  assert.equal(await keep.isChecked(), true);
  await footer.fill('Registered charity 1');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForCondition(
    'saved',
    async () =>
      (await owner.insignia.issuers.brand({ issuerId })).footText === 'Registered charity 1',
  );
  assert.match(await read(first), /Before/);
  assert.deepEqual(await findObstaclesEverywhere(page, 'the question of the brand'), []);
  await question.getByText('Update them too').click();
  await page.getByRole('button', { name: 'Save' }).click();
  // On small screens, the tray is in the menu.
  await page.getByText('Updating credentials: Analytical Society').waitFor({ state: 'attached' });
  await waitForCondition('both are updated', async () =>
    (await Promise.all([read(first), read(second)])).every((text) =>
      text.includes('Registered charity 1'),
    ),
  );
  await keep.waitFor();
  assert.equal(await keep.isChecked(), true, 'the next change asks again');

  await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/edit`);
  await question.getByText('Update them too').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Poet of Numbers');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForCondition('it shows the name', async () =>
    (await read(second)).includes('Poet of Numbers'),
  );
  // A busy service refuses a preview with 503, and the screen asks again.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('503')),
    [],
  );
});
