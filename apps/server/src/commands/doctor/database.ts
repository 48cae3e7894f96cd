import type { Client } from 'pg';
import { openWritable, readTarget, schemaState } from '../../platform/db/index.ts';
import { schemaFault, versionFault } from '../rules.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { clockFinding } from './judge.ts';

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

/** What is wrong with a server, from what it says of itself. */
export function judgeDatabase(facts: DatabaseFacts): Finding[] {
  const { version, isStandby, isReadOnly, durable, used, most, latencyMs } = facts;
  const tooOld = versionFault(version);
  const latency = `${latencyMs.toFixed(1)} ms a round trip`;
  return [
    tooOld
      ? fault('database', tooOld, 'upgrade the database server')
      : ok('database', `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`),
    isStandby || isReadOnly
      ? fault(
          'database role',
          isStandby
            ? 'it is a standby, which can only be read'
            : 'default_transaction_read_only is on',
          'let DATABASE_URL name the primary, or all hosts: host1,host2',
        )
      : ok('database role', 'a primary, which can be written to'),
    durable
      ? ok('database durability', 'what is committed is on disk')
      : fault(
          'database durability',
          'fsync, full_page_writes or synchronous_commit is off: what was acknowledged can be lost',
          'switch them on in postgresql.conf',
        ),
    used > most * 0.8
      ? warning(
          'database connections',
          `${used} of ${most} are in use`,
          'raise max_connections, or lower pool= in DATABASE_URL',
        )
      : ok('database connections', `${used} of ${most} are in use`),
    facts.statementTimeoutMs > 0 && facts.statementTimeoutMs < shortMs
      ? warning(
          'database time-outs',
          `statements are cut off after ${facts.statementTimeoutMs} ms for this user`,
          'alter role … reset statement_timeout: the service sets its own',
        )
      : ok('database time-outs', 'the service sets its own'),
    latencyMs > slowMs
      ? warning('database latency', latency, 'bring service and database closer together')
      : ok('database latency', latency),
  ];
}

/** Also the clock, against the database's. */
export async function lookAtDatabase(url: string): Promise<{ findings: Finding[]; fits: boolean }> {
  const client = await openWritable(readTarget(url).urls);
  try {
    const facts = await factsOf(client);
    const asked = Date.now();
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const middle = (asked + Date.now()) / 2;
    const apart = (rows[0]?.at.getTime() ?? 0) - middle;
    const schema = schemaFault(await schemaState(url));
    const findings = [
      ...judgeDatabase(facts),
      schema
        ? fault('schema', schema, 'bring program and database to one version')
        : ok('schema', "of this program's version"),
      clockFinding('clock and database', apart),
    ];
    return { findings, fits: schema === undefined };
  } finally {
    await client.end().catch(() => {});
  }
}

async function factsOf(client: Client): Promise<DatabaseFacts> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const began = performance.now();
    await client.query('select 1');
    times.push(performance.now() - began);
  }
  // What kind of connection others' are, only pg_read_all_stats may see.
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
