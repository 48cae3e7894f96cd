import { Backlog, type BacklogParts } from './backlog.ts';
import { type BaseRunParts, BaseRuns } from './base-runs.ts';
import { clusterOf } from './cluster.ts';
import { Contents, type ContentsParts } from './contents.ts';
import type { Gate } from './gate.ts';
import { NewPictures, type PictureParts } from './new-pictures.ts';
import { Report } from './report.ts';
import { Run } from './run.ts';
import { openSpool } from './spool.ts';
import { readStatus } from './status.ts';

export type ArchiverParts = ContentsParts &
  BacklogParts &
  PictureParts &
  BaseRunParts & { gate: Gate };

export type Archiver = {
  stop: () => Promise<void>;
  /** Once the server has ended: what it put down last. */
  drain: () => Promise<void>;
};

/** Once the service ends, an archive that does not answer keeps it no longer. */
const lastSilenceMs = 2_000;

/**
 * Brings what PostgreSQL puts down into the archive, and takes base backups, as long as the service runs. Nothing of it
 * fails a request: while the archive is away it waits, then it is given up and begun anew, and told in either case.
 */
export async function startArchiver(parts: ArchiverParts): Promise<Archiver> {
  const { gate, keepSecret, log } = parts;
  const cluster = await clusterOf(parts.url);
  const { system, timeline } = cluster;
  const said = await readStatus(parts.spool);
  const before = said?.system === system ? said : undefined;
  const spool = await openSpool(parts.spool);
  const stopping = new AbortController();
  const { signal } = stopping;
  const contents = new Contents(parts, cluster, before);
  const pictures = new NewPictures({ ...parts, system }, before);
  const backlog = new Backlog(parts, { system, spool, contents }, before);
  const bases = new BaseRuns(parts, { timeline, contents, pictures, signal });
  const report = new Report(parts.spool, log);
  const run = new Run({ contents, pictures, backlog, bases, report, keepSecret, signal });
  const running = run.go();
  return {
    stop: async () => {
      stopping.abort();
      gate.hasten(lastSilenceMs);
      await running;
    },
    drain: () => run.drain(),
  };
}
