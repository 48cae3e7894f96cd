import type { Client } from 'pg';
import {
  describeNewerSchema,
  findSchemaError,
  findVersionError,
  openWritableClient,
  readSchemaState,
  readTarget,
  type SchemaState,
} from '../../platform/db/index.ts';
import { clockFinding } from './evaluate.ts';
import { type DoctorFinding, errorFinding, okFinding, warningFinding } from './finding.ts';
import { checkLogs } from './logs.ts';

export type DatabaseFacts = {
  version: number;
  isStandby: boolean;
  isReadOnly: boolean;
  durable: boolean;
  used: number;
  most: number;
  statementTimeoutMs: number;
  latencyMs: number;
};

const slowMs = 20;
const shortMs = 15_000;

/** Judges a server by its own settings. */
export function evaluateDatabase(facts: DatabaseFacts): DoctorFinding[] {
  const { version, isStandby, isReadOnly, durable, used, most, latencyMs } = facts;
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
    used > most * 0.8
      ? warningFinding(
          'database connections',
          `${used} of ${most} are in use`,
          'raise max_connections, or lower pool= in DATABASE_URL',
        )
      : okFinding('database connections', `${used} of ${most} are in use`),
    facts.statementTimeoutMs > 0 && facts.statementTimeoutMs < shortMs
      ? warningFinding(
          'database time-outs',
          `this user's statements are canceled after ${facts.statementTimeoutMs} ms`,
          'run alter role … reset statement_timeout: the service sets its own',
        )
      : okFinding('database time-outs', 'the service sets its own'),
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
  wanted: Readonly<Record<string, string>>,
): Promise<DoctorFinding> {
  const names = [...new Set([...memorySettings, ...Object.keys(wanted)])];
  const { rows } = await client.query<{ name: string; value: string; isWanted: boolean }>(
    `select name, current_setting(name) as value,
       wanted is null or pg_size_bytes(current_setting(name)) = pg_size_bytes(wanted) as "isWanted"
     from unnest($1::text[], $2::text[]) as asked (name, wanted)`,
    [names, names.map((name) => wanted[name] ?? null)],
  );
  return tuningFinding(rows, wanted);
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
  wanted: Readonly<Record<string, string>>,
): Promise<{ findings: DoctorFinding[]; fits: boolean }> {
  const client = await openWritableClient(readTarget(url).urls);
  try {
    const facts = await readDatabaseFacts(client);
    const askedAt = Date.now();
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const middle = (askedAt + Date.now()) / 2;
    const apart = (rows[0]?.at.getTime() ?? 0) - middle;
    const schema = schemaFinding(await readSchemaState(url));
    const findings = [
      ...evaluateDatabase(facts),
      await checkTuning(client, wanted),
      schema,
      ...(schema.outcome === 'fault' ? [] : [await checkLogs(client)]),
      clockFinding('clock and database', apart),
    ];
    return { findings, fits: schema.outcome !== 'fault' };
  } finally {
    await client.end().catch(() => {});
  }
}

async function readDatabaseFacts(client: Client): Promise<DatabaseFacts> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const began = performance.now();
    await client.query('select 1');
    times.push(performance.now() - began);
  }
  // Connection types of other users are visible only with pg_read_all_stats.
  const { rows } = await client.query<Omit<DatabaseFacts, 'latencyMs'>>(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isStandby",
       current_setting('default_transaction_read_only')::boolean as "isReadOnly",
       current_setting('fsync')::boolean and current_setting('full_page_writes')::boolean
         and current_setting('synchronous_commit') <> 'off' as durable,
       (select count(*)::int from pg_stat_activity
         where datid is not null and coalesce(backend_type, 'client backend') = 'client backend') as used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::int as "statementTimeoutMs"`,
  );
  const latencyMs = times.sort((a, b) => a - b)[2] ?? 0;
  return { ...(rows[0] as Omit<DatabaseFacts, 'latencyMs'>), latencyMs };
}
