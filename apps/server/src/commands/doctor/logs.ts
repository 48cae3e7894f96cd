import { formatIsoDay } from '@insignia/contract';
import type { Client } from 'pg';
import { firstIdAt, readIdTime } from '../../kernel/id.ts';
import { type DoctorFinding, okFinding, warningFinding } from './finding.ts';

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
export async function checkLogs(client: Client): Promise<DoctorFinding> {
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
