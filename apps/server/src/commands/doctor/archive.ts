import type { Client } from 'pg';
import type { Config } from '../../config/index.ts';
import { isSegment, readStatus, type Status } from '../../platform/archive/index.ts';
import { layoutOf, openWritable } from '../../platform/db/index.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** What PostgreSQL says of bringing its log into the spool. */
export type ServerFacts = {
  mode: string;
  failedAt: Date | null;
  archivedAt: Date | null;
  archived: string | null;
};
export type ArchiveFacts = {
  server: ServerFacts;
  status: Status | undefined;
  isSealed: boolean;
  /** How often a base backup is to be taken. */
  everyHours: number;
  /** How soon what is written is to be in the archive. */
  seconds: number;
};

const check = 'archive';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lateMs = 5 * minuteMs;
const lateTurns = 3;

const ago = (ms: number): string =>
  ms < hourMs ? `${Math.round(ms / minuteMs)} min ago` : `${Math.round(ms / hourMs)} h ago`;

/** Whether any moment could be restored, were the machine lost now. */
export function archiveFindings(facts: ArchiveFacts, now: number): Finding[] {
  const { server, status } = facts;
  if (server.mode === 'off')
    return [
      fault(check, 'the service runs without it', 'start the service again with BACKUP_ARCHIVE'),
    ];
  if (server.failedAt && server.failedAt > (server.archivedAt ?? new Date(0)))
    return [
      fault(
        check,
        `PostgreSQL cannot put its log into DATA_DIR/postgres.wal since ${server.failedAt.toISOString()}`,
        'look at DATA_DIR/postgres.log, the rights there and the room',
      ),
    ];
  if (!status) return [warning(check, 'nothing is archived yet', 'start the service')];
  return [
    logFinding(facts, status, now),
    baseFinding(facts, status, now),
    ...besideFinding(status),
    ...secretFinding(facts),
  ];
}

const besideFinding = ({ beside }: Status): Finding[] =>
  beside
    ? [
        warning(
          'archive place',
          `another database archives there too (${beside.system}/${beside.timeline}, last ${beside.base}): which one is restored has to be said by --base`,
          'give each a place of its own (BACKUP_ARCHIVE)',
        ),
      ]
    : [];

function logFinding({ server, seconds }: ArchiveFacts, status: Status, now: number): Finding {
  const { failing, waiting, last } = status;
  if (failing)
    return fault(
      check,
      `nothing comes into it since ${failing.since}: ${failing.reason}${waiting ? `; ${waiting.count} pieces of the log wait` : ''}`,
      'mend it before BACKUP_ARCHIVE_QUEUE is full: then what waits is thrown away',
    );
  if (waiting && now - Date.parse(waiting.since) > lateMs)
    return fault(
      check,
      `${waiting.count} pieces of the log wait since ${waiting.since}`,
      'start the service, which brings them into the archive',
    );
  const { archived, archivedAt } = server;
  const mostMs = Math.max(lateMs, lateTurns * seconds * 1_000);
  // Of a database in which nothing is written none comes.
  const isBehind = last && archived && isSegment(archived) && archived > last.name;
  if (isBehind && archivedAt && now - archivedAt.getTime() > mostMs)
    return fault(
      check,
      `the last piece of the log came ${ago(now - Date.parse(last.at))}; since then PostgreSQL has put down others, the last ${ago(now - archivedAt.getTime())}`,
      'start the service, or look at what it says and start it again',
    );
  return ok(
    check,
    last ? `the last piece of the log came ${ago(now - Date.parse(last.at))}` : 'begun',
  );
}

function baseFinding({ everyHours }: ArchiveFacts, status: Status, now: number): Finding {
  const name = 'archive base';
  const { base, baseFailing, isBroken } = status;
  const remedy = 'insignia archive base';
  const why = baseFailing ? `: ${baseFailing.reason}` : '';
  if (!base) return fault(name, `there is no base backup${why}`, remedy);
  if (isBroken)
    return fault(
      name,
      `pieces of the log are missing since the last one (${base.id})${why}`,
      remedy,
    );
  const age = now - Date.parse(base.finishedAt);
  return age > 2 * everyHours * hourMs
    ? warning(name, `the last one is old: ${ago(age)}${why}`, remedy)
    : ok(name, `the last one is whole: ${ago(age)}`);
}

const secretFinding = ({ isSealed }: ArchiveFacts): Finding[] =>
  isSealed
    ? []
    : [
        warning(
          'archive secret',
          'the secret is not in the archive',
          'keep a copy of it elsewhere, or set BACKUP_PASSPHRASE',
        ),
      ];

export async function lookAtArchive(config: Config, url: string): Promise<Finding[]> {
  const { archive, databaseUrl, dataDir } = config;
  if (!archive || databaseUrl) return [];
  const client = await openWritable([url]);
  const server = await factsOf(client).finally(() => client.end().catch(() => {}));
  const status = await readStatus(layoutOf(dataDir).spool);
  const isSealed = archive.passphrase !== undefined;
  const { baseHours: everyHours, seconds } = archive;
  return archiveFindings({ server, status, isSealed, everyHours, seconds }, Date.now());
}

async function factsOf(client: Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('archive_mode') as mode, last_failed_time as "failedAt",
       last_archived_time as "archivedAt", last_archived_wal as archived from pg_stat_archiver`,
  );
  return rows[0] as ServerFacts;
}
