import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { type Daemon, keepRunning } from './daemon.ts';
import { deployFile, type Machine, startMachine } from './machines.ts';
import { waitForCondition } from './wait-for-condition.ts';

/** From GET /cluster of Patroni's REST API. */
type Member = { name: string; role: string; state: string; timeline?: number };

export type Databases = {
  machines: Machine[];
  daemons: Daemon[];
  /** The primary according to the machines of `among`; undefined if there is none. */
  primary: (among?: Machine[]) => Promise<Machine | undefined>;
  /** A primary, a synchronous standby, and another standby, all running. */
  areWhole: () => Promise<boolean>;
  /** A direct connection to the primary. */
  open: () => Promise<pg.Client>;
  password: string;
};

const names = ['db1', 'db2', 'db3'];

export async function startDatabases(): Promise<Databases> {
  const secret = (): string => randomBytes(16).toString('hex');
  const [superuser, replication, password] = [secret(), secret(), secret()];
  const machines = await Promise.all(names.map(startMachine));
  const common = await readEnvironment('etcd.env');
  const daemons = machines.flatMap(({ name, command }) => [
    keepRunning(`etcd ${name}`, command(['etcd']), {
      ...common,
      ETCD_NAME: name,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${name}:2380`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
    }),
    keepRunning(`patroni ${name}`, command(['patroni', deployFile('patroni.yml')]), {
      HOME: '/var/lib/postgresql',
      PATRONI_NAME: name,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
      PATRONI_SUPERUSER_PASSWORD: superuser,
      PATRONI_REPLICATION_PASSWORD: replication,
    }),
  ]);
  const primary = async (among = machines) => {
    const leader = (await membersSeenBy(among)).find(({ role }) => role === 'leader');
    return machines.find(({ name }) => name === leader?.name);
  };
  const areWhole = async () => isWhole(await membersSeenBy(machines));
  await waitForCondition('three databases are up', areWhole);
  await createOurs(superuser, password);
  const open = () => connect(`postgresql://insignia:${password}@balancer:5000/insignia`);
  return { machines, daemons, primary, areWhole, open, password };
}

async function membersSeenBy(machines: Machine[]): Promise<Member[]> {
  for (const { name } of machines) {
    const seen = await fetch(`http://${name}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.json() as Promise<{ members: Member[] }>)
      .catch(() => undefined);
    if (seen?.members.some(({ role }) => role === 'leader')) return seen.members;
  }
  return [];
}

function isWhole(members: Member[]): boolean {
  const roles = members.map(({ role }) => role).sort();
  const timelines = new Set(members.map(({ timeline }) => timeline));
  return (
    roles.join() === 'leader,replica,sync_standby' &&
    timelines.size === 1 &&
    members.every(({ state }) => ['running', 'streaming'].includes(state))
  );
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** As in deploy/cluster/README.md. The load balancer may not know the primary yet. */
async function createOurs(superuser: string, password: string): Promise<void> {
  let admin: pg.Client | undefined;
  await waitForCondition('the balancer leads to the primary', async () => {
    admin = await connect(`postgresql://postgres:${superuser}@balancer:5000/postgres`).catch(
      () => undefined,
    );
    return admin !== undefined;
  });
  await admin?.query(`create role insignia login password '${password}'`);
  await admin?.query('create database insignia owner insignia');
  await admin?.end();
}

async function readEnvironment(name: string): Promise<Record<string, string>> {
  const lines = (await readFile(deployFile(name), 'utf8')).split('\n');
  return Object.fromEntries(
    lines.flatMap((line) =>
      [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []].filter((pair) => pair.length > 0),
    ),
  );
}
