// Sign-in with a real identity provider, Debian's SimpleSAMLphp, in a real browser.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../tests/support/browser.ts';
import { assertOk } from '../tests/support/client.ts';
import { type DnsServer, startDnsServer } from '../tests/support/dns-server.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import {
  findMissingPeer,
  type SimpleSaml,
  startSimpleSaml,
} from '../tests/support/simplesamlphp.ts';
import { connectAccount, settingsFor, startUrl } from '../tests/support/sso.ts';

const missing = await findMissingPeer();
const skip = missing ?? false;

let [instance, browser, peer, dns]: [Instance?, Browser?, SimpleSaml?, DnsServer?] = [];
before(async () => {
  if (missing) return;
  dns = await startDnsServer();
  [instance, browser, peer] = await Promise.all([
    startInstance(settingsFor(dns)),
    openBrowser(),
    startSimpleSaml(),
  ]);
});
after(async () => {
  dns?.stop();
  await Promise.all([browser?.close(), peer?.stop()]);
  await instance?.stop();
});

type Parts = { instance: Instance; browser: Browser; peer: SimpleSaml; dns: DnsServer };
const parts = (): Parts => ({ instance, browser, peer, dns }) as Parts;

async function connect() {
  const { instance, peer, dns } = parts();
  const connected = await connectAccount(instance, dns, '', {
    ...{ protocol: 'saml', oidc: undefined, saml: { metadataUrl: peer.metadataUrl } },
    ...{ provisioning: 'onSignIn' },
  });
  const { connectionId } = connected;
  const entityId = `${instance.url}/sso/${connectionId}/metadata`;
  return { ...connected, entityId, metadata: await (await fetch(entityId)).text() };
}

async function enterPassword(page: Page, email: string): Promise<void> {
  const [user, password] = [page.getByLabel('Username'), page.getByLabel('Password')];
  await user.fill(email);
  await password.fill('secret');
  await page.getByRole('button', { name: 'Login' }).click();
}

const isShort = process.env.SSO_PEERS === 'short';

for (const isEncrypted of isShort ? [true] : [false, true])
  test(`a member signs in by a browser with SimpleSAMLphp, assertion ${isEncrypted ? 'encrypted' : 'in clear'}`, {
    skip,
  }, async () => {
    const { instance, browser, peer } = parts();
    const { connectionId, domain, metadata, owner } = await connect();
    await peer.trust(metadata, { isEncrypted, domain });
    const context = await browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    await page.goto(startUrl(instance, connectionId));
    await enterPassword(page, 'kim');
    await page.waitForURL((to) => to.href.startsWith(`${instance.url}/app`));
    const { items } = assertOk(await owner.session('GET', '/members')).body;
    assert.ok(items.some(({ email }: { email: string }) => email === `kim@${domain}`));
    await context.close();
  });

test('a sign-in that SimpleSAMLphp starts by itself is refused', { skip }, async () => {
  const { browser, peer } = parts();
  const { entityId, metadata, domain } = await connect();
  await peer.trust(metadata, { isEncrypted: false, domain });
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(peer.unsolicitedUrl(entityId));
  await enterPassword(page, 'kim');
  await page.getByText(/Reference: \w{8}/).waitFor();
  assert.equal(new URL(page.url()).pathname, new URL(entityId).pathname.replace('metadata', 'acs'));
  await context.close();
});

const reader = '/usr/bin/mdquery';
const hasReader = await access(reader).then(
  () => true,
  () => false,
);

test('Shibboleth reads our metadata, with the schemas of OASIS', {
  skip: missing ?? (hasReader ? false : 'needs mdquery: apt-get install shibboleth-sp-utils'),
}, async () => {
  const { metadata, entityId } = await connect();
  const place = await mkdtemp(join(tmpdir(), 'insignia-shibboleth-'));
  const [file, config] = [join(place, 'sp.xml'), join(place, 'config.xml')];
  await writeFile(file, metadata);
  await writeFile(
    config,
    `<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config">
        <ApplicationDefaults entityID="https://sp.example/sp"><Sessions/><Errors/>
          <MetadataProvider type="XML" validate="true" path="${file}"/></ApplicationDefaults>
        <SecurityPolicyProvider type="XML" validate="true" path="security-policy.xml"/>
        <ProtocolProvider type="XML" validate="true" reloadChanges="false" path="protocols.xml"/></SPConfig>`,
  );
  const { stdout } = await promisify(execFile)(
    reader,
    ['-e', entityId, '-saml2', '-r', 'SPSSODescriptor'],
    { env: { SHIBSP_CONFIG: config } },
  );
  assert.ok(stdout.includes(`Location="${entityId.replace(/metadata$/, 'acs')}"`), stdout);
  await rm(place, { recursive: true });
});
