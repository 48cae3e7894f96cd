import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { visit } from './support/browser.ts';
import { assertOk } from './support/client.ts';
import {
  findHeading,
  findObstacles,
  findObstaclesEverywhere,
  openDashboard,
} from './support/dashboard.ts';
import { startDnsServer } from './support/dns-server.ts';
import { createBadge, createIssuer, createOwner, password } from './support/people.ts';
import { createKeyPair, renderIdpMetadata } from './support/saml-provider.ts';
import { clientSecret, newDomain, settingsFor, startSsoProvider } from './support/sso.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';

const dns = await startDnsServer();
const provider = await startSsoProvider();
after(async () => {
  dns.stop();
  await provider.stop();
});
const { instance, browser } = await useInstanceAndBrowser(settingsFor(dns));

test('an admin verifies a domain, connects a provider, tests it, switches it on and requires it', async () => {
  const owner = await createOwner(instance, 'pro');
  const { page, complaints } = await openDashboard(browser, instance, owner, '/sso');
  await findHeading(page, 'Single sign-on').waitFor();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await field('Domain').fill('gmail.com');
  await button('Add domain').click();
  await page.getByText('This domain belongs to an email provider').waitFor();
  const domain = newDomain();
  await field('Domain').fill(domain);
  await button('Add domain').click();
  await button(`Verify ${domain}`).click();
  await page.getByText('The TXT record wasn’t found').waitFor();
  const { items } = assertOk(await owner.session('GET', '/sso/domains')).body;
  await page.getByText(items[0].record.value).waitFor();
  dns.texts.set(domain, [items[0].record.value]);
  await button(`Verify ${domain}`).click();
  await page.getByText('Verified', { exact: true }).waitFor();

  await button('Add connection').click();
  await field('Name').fill('University');
  await field('Issuer').fill(`${provider.issuer}/.well-known/openid-configuration`);
  await field('Client ID').fill('insignia');
  await page.getByLabel('Client secret').fill(clientSecret);
  await button('Create connection').click();
  await page.getByText('Enter the issuer only').waitFor();
  await field('Issuer').fill(provider.issuer);
  await field('Scopes').fill('email groups');
  await button('Create connection').click();
  await page.getByText('Include openid').waitFor();
  await field('Scopes').fill('openid  email, profile');
  await field('Claim with groups').fill('groups');
  await field('Groups of admins').fill('badge admins\nowners');
  await button('Create connection').click();
  const card = page.getByRole('region', { name: 'University' });
  await card.getByText('Test only').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'single sign-on'), []);

  const [connection] = assertOk(await owner.session('GET', '/sso/connections')).body.items;
  assert.deepEqual(connection.roles, {
    ...{ claim: 'groups', default: 'viewer' },
    map: { 'badge admins': 'admin', owners: 'admin' },
  });
  assert.deepEqual(connection.oidc.scopes, ['openid', 'email', 'profile']);
  provider.setRedirectUri(connection.oidc.redirectUri);
  provider.person = {
    ...{ sub: 'ada', email: `ada@${domain}`, email_verified: true, name: 'Ada' },
    groups: ['owners'],
  };
  const opening = page.waitForEvent('popup');
  await button('Test connection').click();
  const report = await opening;
  await report.getByRole('heading', { name: 'Test of single sign-on' }).waitFor();
  await report.getByText('You aren’t a member of this account').first().waitFor();
  await report.getByText(`ada@${domain}`).first().waitFor();
  assert.deepEqual(await findObstacles(report, 'report'), []);
  await report.close();

  await page.getByRole('checkbox', { name: domain }).check();
  await button('Save domains').click();
  await card.getByText('On', { exact: true }).waitFor();
  await button('Require single sign-on').click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Require single sign-on' });
  await dialog.getByRole('textbox').fill('someone@example.org');
  await confirm.click();
  await dialog.getByText('Enter the sign-in address of the owner').waitFor();
  await dialog.getByRole('textbox').fill(owner.email);
  await confirm.click();
  await card.getByText('Required', { exact: true }).waitFor();
  // The overview warns 30 days before the client secret expires, once the account has a badge.
  const issuerId = await createIssuer(owner);
  await createBadge(owner, issuerId);
  const secretExpiresAt = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const path = `/sso/connections/${connection.connectionId}`;
  const expiring = { parameters: { oidc: { secretExpiresAt } } };
  assertOk(await owner.session('PUT', path, expiring));
  await page.goto(`${instance.url}/app/${owner.accountId}`);
  await page
    .getByRole('link', { name: /^Single sign-on with University stops working on/ })
    .click();
  await card.getByText(/^The client secret expires on/).waitFor();
  // The sign-in page leads a new member to the provider and back.
  const parameters = { provisioning: 'onSignIn' };
  assertOk(await owner.session('PUT', path, { parameters }));
  const { page: stranger } = await visit(browser, instance.url, '/sign-in');
  await stranger.getByRole('textbox', { name: 'Email' }).fill(`ada@${domain}`);
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await stranger.waitForURL(/\/app\//);
  await findHeading(stranger).waitFor();
  await stranger.context().close();

  // A session of single sign-on alone opens the connection's account, although another was open last.
  const member = await createOwner(instance);
  const email = `grace@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(
    instance.db,
  );
  provider.person = { sub: 'grace', email, email_verified: true, name: 'Grace' };
  const { page: own } = await openDashboard(browser, instance, member, '/badges');
  const tab = await own.context().newPage();
  await tab.goto(`${instance.url}/sso/${connection.connectionId}/start`);
  await tab.waitForURL(`${instance.url}/app/${owner.accountId}`);
  await tab.goto(`${instance.url}/app/${owner.accountId}/account`);
  const security = tab.getByRole('region', { name: 'Your own sign-in' });
  await security.getByRole('link', { name: 'Sign in again' }).waitFor();
  await tab.getByText('This session').waitFor();
  // The open page of another account asks for nothing again and again …
  const reads: string[] = [];
  own.on('request', (request) => {
    if (new URL(request.url()).pathname === '/account') reads.push(request.url());
  });
  for (const name of ['Mail', 'Webhooks']) {
    await own.getByRole('link', { name, exact: true }).click();
    await findHeading(own, name).waitFor();
    await own.getByText('Single sign-on isn’t enough for this').first().waitFor();
  }
  assert.deepEqual(reads, []);
  // … and once loaded, leads to the other ways to sign in and back.
  await own.reload();
  await findHeading(own, 'This account needs another sign-in').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(own, 'own sign-in'), []);
  await own.getByRole('link', { name: 'Sign in again' }).click();
  await own.getByRole('link', { name: 'Sign in with a code' }).click();
  await findHeading(own, 'Sign in with a code').waitFor();
  await own.goBack();
  await own.getByRole('textbox', { name: 'Email' }).fill(email);
  await own.getByLabel('Password', { exact: true }).fill(password);
  await own.getByRole('button', { name: 'Sign in', exact: true }).click();
  await findHeading(own, 'Webhooks').waitFor();
  // An owner needs another sign-in for what nobody else may do.
  const address = `owner@${domain}`;
  await sql`update auth."user" set email = ${address} where id = ${owner.personId}`.execute(
    instance.db,
  );
  provider.person = { sub: 'owner', email: address, email_verified: true, name: 'Owner' };
  const start = `/sso/${connection.connectionId}/start`;
  const { page: boss } = await visit(browser, instance.url, start);
  await boss.waitForURL(`${instance.url}/app/${owner.accountId}`);
  const act = (name: string) => boss.getByRole('button', { name, exact: true });
  const prompt = boss.getByRole('dialog');
  const wayOut = prompt.getByRole('link', { name: 'Sign in again' });
  const findTarget = async () => new URL((await wayOut.getAttribute('href')) ?? '', boss.url());
  await boss.goto(`${instance.url}/app/${owner.accountId}/issuers/${issuerId}`);
  await act('Offer issuer').click();
  await prompt.getByRole('textbox').fill('other@example.org');
  await prompt.getByRole('button', { name: 'Offer issuer' }).click();
  await prompt.getByText('Single sign-on isn’t enough for this').waitFor();
  assert.equal((await findTarget()).searchParams.get('with'), 'password');
  await boss.goto(`${instance.url}/app/${owner.accountId}/account`);
  await boss.getByRole('region', { name: 'Your own sign-in' }).waitFor();
  await act('Require a second factor').click();
  await prompt.getByText('Single sign-on isn’t enough for this').waitFor();
  assert.equal((await findTarget()).searchParams.get('with'), 'password');
  await boss.context().close();
  assert.deepEqual(
    complaints.filter((one) => !/40[09]/.test(one)),
    [],
  );
});

test('an admin connects a SAML provider and sees what to register there', async () => {
  const [{ certificate }, next] = [await createKeyPair(), await createKeyPair()];
  const issuer = 'https://idp.school.example';
  const owner = await createOwner(instance, 'pro');
  const { page, complaints } = await openDashboard(browser, instance, owner, '/single-sign-on');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Add connection').click();
  await field('Name').fill('School');
  await page.getByRole('combobox', { name: 'Protocol' }).click();
  await page.getByRole('option', { name: 'SAML 2.0' }).click();
  await button('Create connection').click();
  await page.getByText('Enter the metadata URL, or paste the metadata').waitFor();
  await field('Metadata XML').fill('<html></html>');
  await button('Create connection').click();
  await page.getByText('This isn’t the metadata of a SAML 2.0 identity provider').waitFor();
  await field('Metadata XML').fill(renderIdpMetadata(issuer, `${issuer}/sso`, [certificate]));
  await button('Create connection').click();
  const card = page.getByRole('region', { name: 'School' });
  await card.getByText('Test only').waitFor();
  const [{ saml }] = assertOk(await owner.session('GET', '/sso/connections')).body.items;
  for (const value of [saml.entityId, saml.acsUrl]) await card.getByText(value).first().waitFor();
  await button('Copy ACS URL').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'SAML'), []);
  // New metadata is pasted before the provider's certificate expires.
  await card.getByRole('button', { name: 'Edit connection' }).click();
  const renewed = renderIdpMetadata(issuer, `${issuer}/sso`, [certificate, next.certificate]);
  await field('Metadata XML').fill(renewed);
  await button('Save').click();
  await page.getByText('Connection “School” saved').waitFor();
  const [saved] = assertOk(await owner.session('GET', '/sso/connections')).body.items;
  assert.equal(saved.saml.metadataXml, renewed);
  assert.deepEqual(
    complaints.filter((one) => !/400/.test(one)),
    [],
  );
});
