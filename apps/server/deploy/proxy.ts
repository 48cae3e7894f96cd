import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createCertificateAuthority } from '../tests/support/receiver.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

export type Kind = 'nginx' | 'caddy';
export type ProxiedInstance = Instance & { tlsPort: number; plainPort: number };

type Place = { folder: string; port: number; tlsPort: number; plainPort: number };

/**
 * The shipped file with the changes operators must make: name, certificate, and here other ports.
 */
async function shipped(file: string, changes: readonly (readonly [RegExp, string])[]) {
  let text = await readFile(
    fileURLToPath(new URL(`../../../deploy/${file}`, import.meta.url)),
    'utf8',
  );
  for (const [wanted, by] of changes) {
    assert.match(text, new RegExp(wanted, 'm'), `${file} has no ${wanted} any more`);
    text = text.replaceAll(new RegExp(wanted, 'gm'), by);
  }
  return text;
}

async function nginx({ folder, port, tlsPort, plainPort }: Place): Promise<string[]> {
  const site = await shipped('nginx/insignia.conf', [
    [/^\s*listen \[::\].*$/, ''],
    [/listen 80;/, `listen 127.0.0.1:${plainPort};`],
    [/listen 443 ssl/, `listen 127.0.0.1:${tlsPort} ssl`],
    [/server_name badges\.example\.org;/, 'server_name localhost;'],
    [/\/etc\/letsencrypt\/live\/badges\.example\.org\/fullchain\.pem/, join(folder, 'cert.pem')],
    [/\/etc\/letsencrypt\/live\/badges\.example\.org\/privkey\.pem/, join(folder, 'key.pem')],
    [/server 127\.0\.0\.1:3000;/, `server 127.0.0.1:${port};`],
  ]);
  await writeFile(join(folder, 'insignia.conf'), site);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
    http { access_log off; ${places.map((each) => `${each}_temp_path ${folder}/${each};`).join(' ')}
      include ${folder}/insignia.conf; }`,
  );
  return ['nginx', '-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'];
}

async function caddy({ folder, port, tlsPort }: Place): Promise<string[]> {
  const certificate = `tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`;
  const site = await shipped('caddy/Caddyfile', [
    [/^\{$/, '{\n\tadmin off\n\tauto_https disable_redirects'],
    [
      /^badges\.example\.org \{$/,
      `https://localhost:${tlsPort} {\n\tbind 127.0.0.1\n\t${certificate}`,
    ],
    [/reverse_proxy 127\.0\.0\.1:3000/, `reverse_proxy 127.0.0.1:${port}`],
  ]);
  await writeFile(join(folder, 'Caddyfile'), site);
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
}

/** The service behind the proxy's shipped configuration, with TLS by a trusted test authority. */
export async function startBehind(kind: Kind): Promise<ProxiedInstance> {
  const { issue } = await createCertificateAuthority();
  const folder = await mkdtemp(join(tmpdir(), `insignia-${kind}-`));
  const { cert, key } = await issue();
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  const [port, tlsPort, plainPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const url = `https://localhost:${tlsPort}`;
  const instance = await startInstance({
    ...{ PORT: String(port), BASE_URL: url, TOPOLOGY: 'one' },
    // As in the shipped files.
    ...{ TRUST_PROXY: '127.0.0.1/32,::1/128', RATE_LIMIT: 'on', DEFAULT_PLAN: 'unlimited' },
  });
  const place = { folder, port, tlsPort, plainPort };
  const [program = '', ...args] = await (kind === 'nginx' ? nginx(place) : caddy(place));
  const proxy = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder },
  });
  let output = '';
  proxy.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await waitForCondition(`${kind} answers`, async () => {
    assert.equal(proxy.exitCode, null, `${kind} ended: ${output}`);
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok ?? false;
  });
  return {
    ...instance,
    ...{ tlsPort, plainPort },
    stop: async () => {
      await stop(proxy);
      await instance.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function stop(proxy: ChildProcess): Promise<void> {
  if (proxy.exitCode !== null) return;
  proxy.kill('SIGTERM');
  await once(proxy, 'exit');
}
