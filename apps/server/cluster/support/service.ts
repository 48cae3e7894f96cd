import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCertificateAuthority } from '../../tests/support/receiver.ts';
import { type Daemon, keepRunning } from './daemon.ts';
import { deployFile, postgresUser, scratchDirectory } from './machines.ts';

export const baseUrl = 'http://balancer:8080';
export const apps = ['app1', 'app2', 'app3'];
export const getAppUrl = (app: string): string => `http://${app}:3000`;

const boot = fileURLToPath(new URL('../../boot.mjs', import.meta.url));

export type Service = { pooler: Daemon; api: Daemon[]; workers: Daemon[] };

export function startBalancer(): Daemon {
  return keepRunning('haproxy', ['haproxy', '-db', '-f', deployFile('haproxy.cfg')]);
}

/** Shared by all three, because they share 127.0.0.1. */
async function startPooler(password: string): Promise<Daemon> {
  const { uid, gid } = await postgresUser();
  const folder = '/etc/pgbouncer';
  await promisify(execFile)('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  await writeFile(join(folder, 'userlist.txt'), `"insignia" "${password}"\n`);
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return keepRunning('pgbouncer', [...user, 'pgbouncer', '-q', deployFile('pgbouncer.ini')]);
}

/** Three API processes and two workers, configured as in deploy/cluster/README.md. */
export async function startService(
  password: string,
  settings: Record<string, string>,
): Promise<Service> {
  const pooler = await startPooler(password);
  const authority = join(scratchDirectory, 'authority.pem');
  await writeFile(authority, (await createCertificateAuthority()).cert);
  const common = {
    ...settings,
    DATABASE_URL: `postgresql://insignia:${password}@127.0.0.1:6432/insignia?pgbouncer=true`,
    DATABASE_READ_URL: `postgresql://insignia:${password}@db1,db2,db3/insignia`,
    DATABASE_LISTEN_URL: `postgresql://insignia:${password}@balancer:5000/insignia`,
    BASE_URL: baseUrl,
    SECRET: 'a secret of the cluster, long enough',
    MAIL_FROM: 'Insignia <insignia@example.org>',
    TRUST_PROXY: '10.77.0.1/32',
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  };
  const start = async (name: string, role: Record<string, string>): Promise<Daemon> => {
    const home = join(scratchDirectory, name);
    await mkdir(home);
    return keepRunning(name, [process.execPath, boot], {
      ...common,
      DATA_DIR: home,
      HOME: home,
      ...role,
    });
  };
  return {
    pooler,
    api: await Promise.all(apps.map((app) => start(app, { ROLE: 'api', HOST: app, PORT: '3000' }))),
    workers: await Promise.all(
      ['worker1', 'worker2'].map((name) => start(name, { ROLE: 'worker' })),
    ),
  };
}

/** True if the load balancer uses every API process. */
export async function areAllReady(): Promise<boolean> {
  const state = await fetch('http://balancer:7000/;csv').then((answer) => answer.text());
  return ['ready', 'living'].every((backend) =>
    apps.every((app) => new RegExp(`^${backend},${app},.*,UP,`, 'm').test(state)),
  );
}
