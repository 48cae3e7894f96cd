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
  schemaFolder,
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

for (const isEncrypted of [false, true])
  test(
    `a member signs in by a browser with SimpleSAMLphp, assertion ${isEncrypted ? 'encrypted' : 'in clear'}`,
    { skip },
    async () => {
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
    },
  );

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

const xmllint = await access('/usr/bin/xmllint').then(
  () => true,
  () => false,
);

test(
  'our metadata is valid by the schema of OASIS',
  { skip: missing ?? (xmllint ? false : 'needs xmllint: apt-get install libxml2-utils') },
  async () => {
    const { metadata } = await connect();
    const place = await mkdtemp(join(tmpdir(), 'insignia-schema-'));
    const [file, schema] = [join(place, 'sp.xml'), join(place, 'all.xsd')];
    const imports = {
      'urn:oasis:names:tc:SAML:2.0:metadata': 'saml-schema-metadata-2.0.xsd',
      'urn:oasis:names:tc:SAML:metadata:attribute': 'sstc-metadata-attr.xsd',
      'urn:oasis:names:tc:SAML:metadata:ui': 'sstc-saml-metadata-ui-v1.0.xsd',
    };
    await writeFile(file, metadata);
    await writeFile(
      schema,
      `<schema xmlns="http://www.w3.org/2001/XMLSchema">${Object.entries(imports)
        .map(([name, at]) => `<import namespace="${name}" schemaLocation="${schemaFolder}/${at}"/>`)
        .join('')}</schema>`,
    );
    await promisify(execFile)('xmllint', ['--nonet', '--noout', '--schema', schema, file]);
    await rm(place, { recursive: true });
  },
);
