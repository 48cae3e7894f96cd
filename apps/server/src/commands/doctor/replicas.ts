import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openWritableClient, readTarget } from '../../platform/db/index.ts';
import {
  catchAsFinding,
  type DoctorFinding,
  errorFinding,
  okFinding,
  warningFinding,
} from './finding.ts';

const check = 'replica';
const connectionTimeoutMillis = 3_000;
/** Replicas further behind aren't used. */
const MAX_LAG_MS = 15_000;
const SLOW_LAG_MS = 2_000;

/** Replication delay. Undefined if it exceeded the timeout. */
export function replicaFinding(name: string, behindMs: number | undefined): DoctorFinding {
  if (behindMs === undefined)
    return errorFinding(
      check,
      `${name} is more than ${MAX_LAG_MS / 1_000} s behind the primary, so nothing is read from it`,
      "check pg_stat_replication on the primary, and the replica's log",
    );
  const words = `${name} was at most ${(behindMs / 1_000).toFixed(1)} s behind the primary`;
  return behindMs > SLOW_LAG_MS
    ? warningFinding(check, words, 'check its disk, its network and long-running queries')
    : okFinding(check, words);
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
          check,
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
      return [okFinding(check, `${replicaHost(url)} isn't a standby, so nothing is read from it`)];
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
