import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openWritable, readTarget } from '../../platform/db/index.ts';
import { type Finding, fault, ok, orFault, warning } from './finding.ts';

const check = 'replica';
const connectionTimeoutMillis = 3_000;
/** Replicas further behind aren't used. */
const mostMs = 15_000;
const slowMs = 2_000;

/** Replication delay. Undefined if it exceeded the timeout. */
export function replicaFinding(name: string, behindMs: number | undefined): Finding {
  if (behindMs === undefined)
    return fault(
      check,
      `${name} does not have after ${mostMs / 1_000} s what the primary has: nothing is read from it`,
      'look at pg_stat_replication on the primary, and at the log of the replica',
    );
  const words = `${name} had within ${(behindMs / 1_000).toFixed(1)} s what the primary had`;
  return behindMs > slowMs
    ? warning(check, words, 'look at its disk, its network, and who reads from it for long')
    : ok(check, words);
}

export async function lookAtReplicas(
  primaryUrl: string,
  readUrl: string | undefined,
): Promise<Finding[]> {
  if (!readUrl) return [];
  const primary = await openWritable(readTarget(primaryUrl).urls);
  try {
    const found: Finding[] = [];
    for (const url of readTarget(readUrl).urls)
      found.push(
        ...(await orFault(check, `${hostOf(url)}: look whether it runs, and lets us in`, () =>
          lookAt(primary, url),
        )),
      );
    return found;
  } finally {
    await primary.end().catch(() => {});
  }
}

function hostOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? '');
}

async function lookAt(primary: pg.Client, url: string): Promise<Finding[]> {
  const replica = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  replica.on('error', () => {});
  await replica.connect();
  try {
    const standby = await replica.query('select 1 where pg_is_in_recovery()');
    if (standby.rowCount === 0)
      return [ok(check, `${hostOf(url)} is no standby: nothing is read from it while it is none`)];
    const { rows } = await primary.query('select pg_current_wal_flush_lsn()::text as lsn');
    const began = performance.now();
    const past = () => performance.now() - began;
    const has = 'select 1 where pg_last_wal_replay_lsn() >= $1::pg_lsn';
    while ((await replica.query(has, [rows[0]?.lsn])).rowCount === 0) {
      if (past() > mostMs) return [replicaFinding(hostOf(url), undefined)];
      await sleep(100);
    }
    return [replicaFinding(hostOf(url), past())];
  } finally {
    await replica.end().catch(() => {});
  }
}
