import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { visit } from './support/browser.ts';
import { assertOk, createTestClient } from './support/client.ts';
import { startDnsServer } from './support/dns-server.ts';
import { createOwner } from './support/people.ts';
import { createKeyPair, renderIdpMetadata } from './support/saml-provider.ts';
import { setUpApp } from './support/second-factor.ts';
import { addVerifiedDomain, settingsFor, startForgedProvider } from './support/sso.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';

const dns = await startDnsServer();
const forged = await startForgedProvider();
after(async () => {
  dns.stop();
  await forged.stop();
});
const { instance, browser } = await useInstanceAndBrowser(settingsFor(dns));

test('look', async () => {
  const out = '/tmp/sso/look';
  await mkdir(out, { recursive: true });
  const owner = await createOwner(instance, 'pro');
  await setUpApp(owner);
  const domain = await addVerifiedDomain(dns, owner, 'university.example.org');
  await owner.session('POST', '/sso/domains', { parameters: { domain: `students.${domain}` } });
  const p = (parameters: object) => ({ parameters });
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const { connectionId } = assertOk(
    await owner.session(
      'POST',
      '/sso/connections',
      p({
        name: 'University',
        protocol: 'oidc',
        oidc: { issuer: 'https://login.microsoftonline.com/7c1f2a90-4c1c/v2.0', clientId: 'x', clientSecret: 'y', secretExpiresAt: soon },
        domains: [domain],
      }),
    ),
  ).body;
  const { certificate } = await createKeyPair();
  await owner.session('POST', '/sso/connections', p({ name: 'Library', protocol: 'saml', saml: { metadataXml: renderIdpMetadata('https://idp.example/idp/shibboleth', 'https://idp.example/sso', [certificate]) } }));
  const { token } = assertOk(await owner.session('POST', '/provisioning/tokens', p({ role: 'editor' }))).body;
  const scim = createTestClient(instance.url, { authorization: `Bearer ${token}` });
  const user = assertOk(await scim('POST', '/scim/v2/Users', { userName: `ada@${domain}` }), 201).body;
  await owner.session('PUT', '/provisioning', p({ defaultRole: 'viewer', groups: [{ group: 'Editors', role: 'editor' }] }));
  const { rows } = await sql<{ id: string }>`select id from members where account_id = ${owner.accountId} and role = 'owner'`.execute(instance.db);
  await scim('POST', '/scim/v2/Groups', { displayName: 'Editors', members: [{ value: user.id }, { value: rows[0]?.id }] });
  await scim('POST', '/scim/v2/Users', { userName: 'x' });
  const app = `/app/${owner.accountId}`;
  const places: [string, string, boolean][] = [
    ['sso', `${app}/single-sign-on`, true],
    ['provisioning', `${app}/provisioning`, true],
    ['account', `${app}/account`, true],
    ['overview', app, true],
    ['webhooks', `${app}/webhooks`, true],
    ['my-settings', '/my/settings', true],
    ['sign-in', '/sign-in', false],
    ['error', `/sso/${connectionId}/callback?state=x`, false],
  ];
  const looks = [
    ['wide', { width: 1280 }],
    ['dark', { width: 1280, dark: true }],
    ['narrow', { width: 360 }],
    ['arabic', { width: 360 }],
  ] as const;
  for (const [name, path, isIn] of places)
    for (const [look, options] of looks) {
      if (look === 'arabic' && path.startsWith('/app')) continue;
      const { page } = await visit(browser, instance.url, look === 'arabic' ? '/sign-up' : path, {
        ...(isIn && { cookie: owner.cookie }),
        ...options,
      });
      if (look === 'arabic') {
        await page.setExtraHTTPHeaders({ 'accept-language': 'ar' });
        await page.goto(instance.url + path);
      }
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `${out}/${name}-${look}.png`, fullPage: true });
      await page.close();
    }
  const { page } = await visit(browser, instance.url, `${app}/single-sign-on`, { cookie: owner.cookie, width: 1280 });
  await page.getByRole('region', { name: 'University' }).getByRole('button', { name: 'Edit connection' }).click();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${out}/edit-wide.png`, fullPage: true });
});
