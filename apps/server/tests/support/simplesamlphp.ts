import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './port.ts';
import { createKeyPair } from './saml-provider.ts';
import { waitForCondition } from './wait-for-condition.ts';

const folder = '/usr/share/simplesamlphp';

/** Why the peer can't run here. Undefined if it can. */
export async function findMissingPeer(): Promise<string | undefined> {
  for (const path of [`${folder}/www/module.php`, '/usr/bin/php'])
    if (
      !(await access(path).then(
        () => true,
        () => false,
      ))
    )
      return 'needs SimpleSAMLphp: apt-get install --no-install-recommends simplesamlphp php-cli php-xml php-sqlite3';
  return undefined;
}

export type SimpleSaml = {
  metadataUrl: string;
  /** Starts a sign-in that we didn't ask for, for an entity ID of ours. */
  unsolicitedUrl: (entityId: string) => string;
  /** Reads our metadata with SimpleSAMLphp's own reader, as its administrator would. Its user gets an address in `domain`. */
  trust: (spMetadata: string, options: { isEncrypted: boolean; domain: string }) => Promise<void>;
  stop: () => Promise<void>;
};

/** Debian's SimpleSAMLphp as identity provider, with one user: kim. */
export async function startSimpleSaml(): Promise<SimpleSaml> {
  const place = await mkdtemp(join(tmpdir(), 'insignia-simplesaml-'));
  const port = await findFreePort();
  // Another site than 127.0.0.1, so that its forms come without our cookies.
  const base = `http://localhost:${port}/`;
  for (const name of ['metadata', 'log', 'data', 'temp', 'cert', 'sessions'])
    await mkdir(join(place, name));
  const { key, certificate } = await createKeyPair();
  const files = {
    'cert/idp.pem': key,
    'cert/idp.crt': certificate,
    'config.php': configure(place, base),
    'authsources.php': describeUser('school.example'),
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
    fetch(metadataUrl).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    metadataUrl,
    unsolicitedUrl: (entityId) =>
      `${base}saml2/idp/SSOService.php?spentityid=${encodeURIComponent(entityId)}`,
    async trust(spMetadata, { isEncrypted, domain }) {
      await writeFile(join(place, 'sp.xml'), spMetadata);
      await writeFile(join(place, 'authsources.php'), describeUser(domain));
      await writeFile(
        join(place, 'metadata/saml20-sp-remote.php'),
        `<?php $sp = \\SimpleSAML\\Metadata\\SAMLParser::parseString(file_get_contents('${place}/sp.xml'))->getMetadata20SP();
        unset($sp['entityDescriptor']);
        $metadata[$sp['entityid']] = $sp + ['assertion.encryption' => ${isEncrypted}];`,
      );
    },
    async stop() {
      // The group includes its workers.
      if (server.pid) process.kill(-server.pid);
      await once(server, 'exit');
      await rm(place, { recursive: true });
    },
  };
}

const describeUser = (domain: string): string =>
  `<?php $config = ['users' => ['exampleauth:UserPass', 'kim:secret' => [
    'uid' => ['kim-${domain}'], 'mail' => ['kim@${domain}'], 'displayName' => ['Kim Lee'],
    'eduPersonAffiliation' => ['staff', 'member']]]];`;

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
