import { setTimeout as sleep } from 'node:timers/promises';
import { formatIsoDay } from '@insignia/contract';
import pg, { type Client } from 'pg';
import { firstIdAt, readIdTime } from '../../kernel/id.ts';
import {
  describeNewerSchema,
  findSchemaError,
  findVersionError,
  openWritableClient,
  readSchemaState,
  readTarget,
  type SchemaState,
} from '../../platform/db/index.ts';
import {
  catchAsFinding,
  clockFinding,
  type DoctorFinding,
  errorFinding,
  okFinding,
  warningFinding,
} from './findings.ts';

export type DatabaseFacts = {
  version: number;
  isStandby: boolean;
  isReadOnly: boolean;
  durable: boolean;
  used: number;
  max: number;
  statementTimeoutMs: number;
  latencyMs: number;
};

const slowMs = 20;
const shortMs = 15_000;

/** Judges a server by its own settings. */
export function evaluateDatabase(facts: DatabaseFacts): DoctorFinding[] {
  const { version, isStandby, isReadOnly, durable, used, max, latencyMs } = facts;
  const tooOld = findVersionError(version);
  const latency = `${latencyMs.toFixed(1)} ms per round trip`;
  return [
    tooOld
      ? errorFinding('database', tooOld, 'upgrade the database server')
      : okFinding('database', `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`),
    isStandby || isReadOnly
      ? errorFinding(
          'database role',
          isStandby ? 'this is a read-only standby' : 'default_transaction_read_only is on',
          'point DATABASE_URL at the primary, or list all hosts: host1,host2',
        )
      : okFinding('database role', 'writable primary'),
    durable
      ? okFinding('database durability', 'committed data is on disk')
      : errorFinding(
          'database durability',
          'fsync, full_page_writes or synchronous_commit is off, so committed data can be lost',
          'turn them on in postgresql.conf',
        ),
    used > max * 0.8
      ? warningFinding(
          'database connections',
          `${used} of ${max} are in use`,
          'raise max_connections, or lower pool= in DATABASE_URL',
        )
      : okFinding('database connections', `${used} of ${max} are in use`),
    facts.statementTimeoutMs > 0 && facts.statementTimeoutMs < shortMs
      ? warningFinding(
          'database timeouts',
          `this user's statements are canceled after ${facts.statementTimeoutMs} ms`,
          'run alter role … reset statement_timeout: the service sets its own',
        )
      : okFinding('database timeouts', 'the service sets its own'),
    latencyMs > slowMs
      ? warningFinding(
          'database latency',
          latency,
          'run the service and the database closer together',
        )
      : okFinding('database latency', latency),
  ];
}

const memorySettings = [
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'maintenance_work_mem',
];

/**
 * Differences between a server's tuning and the settings. External servers are the operator's
 * business.
 */
export function tuningFinding(
  found: readonly { name: string; value: string; isWanted: boolean }[],
  settings: Readonly<Record<string, string>>,
): DoctorFinding {
  const check = 'database memory';
  const odd = found.filter(({ isWanted }) => !isWanted);
  const words = found
    .filter(({ name }) => memorySettings.includes(name))
    .map(({ name, value }) => `${name} ${value}`);
  return odd.length > 0
    ? warningFinding(
        check,
        odd.map(({ name, value }) => `${name} is ${value}, not ${settings[name]}`).join('; '),
        "restart the service: it uses other settings, or these settings aren't the service's",
      )
    : okFinding(check, words.join(', '));
}

async function checkTuning(
  client: Client,
  expected: Readonly<Record<string, string>>,
): Promise<DoctorFinding> {
  const names = [...new Set([...memorySettings, ...Object.keys(expected)])];
  const { rows } = await client.query<{ name: string; value: string; isWanted: boolean }>(
    `select name, current_setting(name) as value,
       wanted is null or pg_size_bytes(current_setting(name)) = pg_size_bytes(wanted) as "isWanted"
     from unnest($1::text[], $2::text[]) as asked (name, wanted)`,
    [names, names.map((name) => expected[name] ?? null)],
  );
  return tuningFinding(rows, expected);
}

export function schemaFinding(state: SchemaState): DoctorFinding {
  const check = 'schema';
  const words = findSchemaError(state);
  if (words)
    return errorFinding(check, words, 'use the same version of the program and the database');
  return state.newer.length > 0
    ? warningFinding(
        check,
        describeNewerSchema(state.newer),
        'use the program version that matches the database',
      )
    : okFinding(check, 'matches this version');
}

/** Also compares clocks, and the tuning of the embedded server. */
export async function checkDatabase(
  url: string,
  expected: Readonly<Record<string, string>>,
): Promise<{ findings: DoctorFinding[]; fits: boolean }> {
  const client = await openWritableClient(readTarget(url).urls);
  try {
    const facts = await readDatabaseFacts(client);
    const askedAt = Date.now();
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const middle = (askedAt + Date.now()) / 2;
    const skewMs = (rows[0]?.at.getTime() ?? 0) - middle;
    const schema = schemaFinding(await readSchemaState(url));
    const findings = [
      ...evaluateDatabase(facts),
      await checkTuning(client, expected),
      schema,
      ...(schema.outcome === 'fault' ? [] : [await checkLogs(client)]),
      clockFinding('clock and database', skewMs),
    ];
    return { findings, fits: schema.outcome !== 'fault' };
  } finally {
    await client.end().catch(() => {});
  }
}

async function readDatabaseFacts(client: Client): Promise<DatabaseFacts> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const startedAt = performance.now();
    await client.query('select 1');
    times.push(performance.now() - startedAt);
  }
  // Connection types of other users are visible only with pg_read_all_stats.
  const { rows } = await client.query<Omit<DatabaseFacts, 'latencyMs'>>(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isStandby",
       current_setting('default_transaction_read_only')::boolean as "isReadOnly",
       current_setting('fsync')::boolean and current_setting('full_page_writes')::boolean
         and current_setting('synchronous_commit') <> 'off' as durable,
       (select count(*)::int from pg_stat_activity
         where datid is not null and coalesce(backend_type, 'client backend') = 'client backend') as used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
       (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::int as "statementTimeoutMs"`,
  );
  const latencyMs = times.sort((a, b) => a - b)[2] ?? 0;
  return { ...(rows[0] as Omit<DatabaseFacts, 'latencyMs'>), latencyMs };
}

/**
 * `until` is the end of the earliest last partition. `strays` names a log with rows outside all
 * partitions.
 */
export function logsFinding(until: Date, now: Date, strays: string | undefined): DoctorFinding {
  const check = 'logs';
  const remedy = "run a worker, which adds partitions every minute. If it can't, its log says why";
  const day = formatIsoDay(until.getTime());
  if (strays)
    return warningFinding(check, `${strays} contains rows without a monthly partition`, remedy);
  return until <= now
    ? warningFinding(check, `monthly partitions end on ${day}`, remedy)
    : okFinding(check, `monthly partitions exist until ${day}`);
}

/** Checks that monthly partitions exist ahead of time. */
async function checkLogs(client: Client): Promise<DoctorFinding> {
  const { rows } = await client.query<{ until: string; now: Date; strays: string | null }>(
    `select min(until) as until, clock_timestamp() as now, case
         when exists (select from audit_log_rest) then 'audit_log'
         when exists (select from deliveries_rest) then 'deliveries'
         when exists (select from mails_rest) then 'mails' end as strays
     from (select max(substring(pg_get_expr(c.relpartbound, c.oid) from $1)) as until
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent in ('audit_log'::regclass, 'deliveries'::regclass, 'mails'::regclass) group by i.inhparent) ends`,
    [`TO \\('([^']+)`],
  );
  const [found] = rows;
  return logsFinding(
    readIdTime(found?.until ?? firstIdAt(new Date(0))),
    found?.now ?? new Date(),
    found?.strays ?? undefined,
  );
}

const replicaCheck = 'replica';
const connectionTimeoutMillis = 3_000;
/** Replicas further behind aren't used. */
const MAX_LAG_MS = 15_000;
const SLOW_LAG_MS = 2_000;

/** Replication delay. Undefined if it exceeded the timeout. */
export function replicaFinding(name: string, behindMs: number | undefined): DoctorFinding {
  if (behindMs === undefined)
    return errorFinding(
      replicaCheck,
      `${name} is more than ${MAX_LAG_MS / 1_000} s behind the primary, so nothing is read from it`,
      "check pg_stat_replication on the primary, and the replica's log",
    );
  const words = `${name} was at most ${(behindMs / 1_000).toFixed(1)} s behind the primary`;
  return behindMs > SLOW_LAG_MS
    ? warningFinding(replicaCheck, words, 'check its disk, its network and long-running queries')
    : okFinding(replicaCheck, words);
}

export async function checkReplicas(
  primaryUrl: string,
  readUrl: string | undefined,
): Promise<DoctorFinding[]> {
  if (!readUrl) return [];
  const primary = await openWritableClient(readTarget(primaryUrl).urls);
  try {
    const found: DoctorFinding[] = [];
    for (const url of readTarget(readUrl).urls)
      found.push(
        ...(await catchAsFinding(
          replicaCheck,
          `${replicaHost(url)}: check whether it's running and accepts the connection`,
          () => checkReplica(primary, url),
        )),
      );
    return found;
  } finally {
    await primary.end().catch(() => {});
  }
}

function replicaHost(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? '');
}

async function checkReplica(primary: pg.Client, url: string): Promise<DoctorFinding[]> {
  const replica = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  replica.on('error', () => {});
  await replica.connect();
  try {
    const standby = await replica.query('select 1 where pg_is_in_recovery()');
    if (standby.rowCount === 0)
      return [
        okFinding(replicaCheck, `${replicaHost(url)} isn't a standby, so nothing is read from it`),
      ];
    const { rows } = await primary.query('select pg_current_wal_flush_lsn()::text as lsn');
    const startedAt = performance.now();
    const past = () => performance.now() - startedAt;
    const has = 'select 1 where pg_last_wal_replay_lsn() >= $1::pg_lsn';
    while ((await replica.query(has, [rows[0]?.lsn])).rowCount === 0) {
      if (past() > MAX_LAG_MS) return [replicaFinding(replicaHost(url), undefined)];
      await sleep(100);
    }
    return [replicaFinding(replicaHost(url), past())];
  } finally {
    await replica.end().catch(() => {});
  }
}
