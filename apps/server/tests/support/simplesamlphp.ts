import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPair } from './saml-provider.ts';
import { waitForCondition } from './wait-for-condition.ts';

const folder = '/usr/share/simplesamlphp';

/** Why the peer can't run here. Undefined if it can. */
export async function findMissingPeer(): Promise<string | undefined> {
  for (const path of [`${folder}/www/module.php`, '/usr/bin/php'])
    if (!(await access(path).then(() => true, () => false)))
      return 'needs SimpleSAMLphp: apt-get install --no-install-recommends simplesamlphp php-cli php-xml php-sqlite3';
  return undefined;
}

export type PostedResponse = { acsUrl: string; fields: Record<string, string> };

export type SimpleSaml = {
  metadataUrl: string;
  /** Reads our metadata with SimpleSAMLphp's own reader, as its administrator would. */
  trust: (spMetadata: string, options: { isEncrypted: boolean }) => Promise<void>;
  /** Signs in at the identity provider, and returns what the browser would post to us. */
  signIn: (startUrl: string) => Promise<PostedResponse>;
  stop: () => Promise<void>;
};

/** Debian's SimpleSAMLphp as identity provider, with one user: kim@school.example. */
export async function startSimpleSaml(): Promise<SimpleSaml> {
  const place = await mkdtemp(join(tmpdir(), 'insignia-simplesaml-'));
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}/`;
  for (const name of ['metadata', 'log', 'data', 'temp', 'cert', 'sessions'])
    await mkdir(join(place, name));
  const { key, certificate } = await createKeyPair();
  const files = {
    'cert/idp.pem': key,
    'cert/idp.crt': certificate,
    'config.php': configure(place, base),
    'authsources.php': `<?php $config = ['users' => ['exampleauth:UserPass', 'kim:secret' => [
      'uid' => ['kim'], 'mail' => ['kim@school.example'], 'displayName' => ['Kim Lee'],
      'eduPersonAffiliation' => ['staff', 'member']]]];`,
    'metadata/saml20-idp-hosted.php': `<?php $metadata['${base}idp'] = ['host' => '__DEFAULT__',
      'privatekey' => 'idp.pem', 'certificate' => 'idp.crt', 'auth' => 'users', 'validate.authnrequest' => true,
      'authproc' => [1 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid',
        'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']],
      'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'];`,
    'metadata/saml20-sp-remote.php': '<?php $metadata = [];',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(place, name), content);
  const server = spawn('/usr/bin/php', ['-S', `127.0.0.1:${port}`, '-t', `${folder}/www`], {
    env: { SIMPLESAMLPHP_CONFIG_DIR: place, PHP_CLI_SERVER_WORKERS: '2' },
    stdio: 'ignore',
    detached: true,
  });
  const metadataUrl = `${base}saml2/idp/metadata.php`;
  await waitForCondition('SimpleSAMLphp started', async () =>
    fetch(metadataUrl).then(({ ok }) => ok, () => false),
  );
  return {
    metadataUrl,
    async trust(spMetadata, { isEncrypted }) {
      await writeFile(join(place, 'sp.xml'), spMetadata);
      await writeFile(
        join(place, 'metadata/saml20-sp-remote.php'),
        `<?php $sp = \\SimpleSAML\\Metadata\\SAMLParser::parseString(file_get_contents('${place}/sp.xml'))->getMetadata20SP();
        unset($sp['entityDescriptor']);
        $metadata[$sp['entityid']] = $sp + ['assertion.encryption' => ${isEncrypted}];`,
      );
    },
    signIn: (startUrl) => signIn(startUrl, base),
    async stop() {
      // Its workers are in its process group.
      if (server.pid) process.kill(-server.pid);
      await once(server, 'exit');
      await rm(place, { recursive: true });
    },
  };
}

function configure(place: string, base: string): string {
  return `<?php $config = ['baseurlpath' => '${base}', 'certdir' => '${place}/cert/', 'loggingdir' => '${place}/log/',
    'datadir' => '${place}/data/', 'tempdir' => '${place}/temp', 'metadatadir' => '${place}/metadata/',
    'attributenamemapdir' => '/etc/simplesamlphp/attributemap/', 'secretsalt' => 'insignia-tests-only-salt',
    'auth.adminpassword' => 'insignia-tests-only', 'enable.saml20-idp' => true, 'timezone' => 'UTC',
    'technicalcontact_name' => 'Test', 'technicalcontact_email' => 'test@school.example',
    'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
    'session.cookie.secure' => false, 'session.cookie.samesite' => null, 'language.cookie.secure' => false,
    'session.phpsession.savepath' => '${place}/sessions', 'store.type' => 'phpsession',
    'logging.handler' => 'file', 'logging.level' => 6, 'showerrors' => true, 'errorreporting' => false,
    'debug' => ['saml' => false, 'backtraces' => true, 'validatexml' => true],
    'metadata.sources' => [['type' => 'flatfile', 'directory' => '${place}/metadata']]];`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A browser with cookies, as far as SimpleSAMLphp needs one. */
async function signIn(startUrl: string, base: string): Promise<PostedResponse> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, body?: URLSearchParams): Promise<[string, string]> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, {
      ...(body && { method: 'POST', body }),
      headers: { cookie },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return location ? visit(new URL(location, url).href) : [url, await response.text()];
  };
  const [loginUrl, login] = await visit(startUrl);
  const { fields } = readForm(login);
  const form = new URLSearchParams({ ...fields, username: 'kim', password: 'secret' });
  const [, page] = await visit(loginUrl, form);
  const posted = readForm(page);
  if (!posted.fields.SAMLResponse || posted.acsUrl.startsWith(base))
    throw new Error(`SimpleSAMLphp sent no response: ${page.replaceAll(/<[^>]*>|\s+/g, ' ')}`);
  return posted;
}

function readForm(html: string): PostedResponse {
  const unescape = (text: string): string =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#039;', "'")
      .replaceAll('&amp;', '&');
  const hidden = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => {
    const read = (name: string) =>
      unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '');
    return [read('name'), read('value')];
  });
  const acsUrl = unescape(/<form[^>]*action="([^"]*)"/.exec(html)?.[1] ?? '');
  return { acsUrl, fields: Object.fromEntries(hidden) };
}
