import type { Metrics } from '../metrics/index.ts';
import { readStatus, type Status } from './status.ts';

/** What the service tells of its archive; names without values where there is none. */
export function measureArchive({ family }: Pick<Metrics, 'family'>, spool: string): void {
  const gauge = (name: string, help: string, value: (status: Status) => number): void =>
    family({
      ...{ name, help, type: 'gauge', isSameInAll: true },
      read: async () => {
        const status = await readStatus(spool);
        return status && value(status);
      },
    });
  gauge(
    'insignia_archive_waiting_bytes',
    'Of the log, on the disk of the database until the archive takes it.',
    ({ waiting }) => waiting?.bytes ?? 0,
  );
  gauge(
    'insignia_archive_failing_since_timestamp_seconds',
    'Since when nothing comes into the archive, in seconds since 1970; 0 while all is well.',
    ({ failing }) => (failing ? Date.parse(failing.since) / 1_000 : 0),
  );
  gauge(
    'insignia_archive_broken',
    'Whether pieces of the log are missing since the last base backup: 1 or 0.',
    ({ isBroken }) => (isBroken ? 1 : 0),
  );
  gauge(
    'insignia_archive_last_base_timestamp_seconds',
    'When the last base backup was whole, in seconds since 1970; 0 before the first.',
    ({ base }) => (base ? Date.parse(base.finishedAt) / 1_000 : 0),
  );
}
