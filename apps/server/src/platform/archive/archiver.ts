import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Repository } from '../backup/index.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { type BaseParts, type Cluster, clusterOf, takeBase } from './base.ts';
import { type Base, listBases } from './bases.ts';
import { keepPacked, listSegments } from './log.ts';
import { keepNewImages } from './pictures.ts';
import { isSegment, isTooMuch, reachOf, whyBase } from './rules.ts';
import { openSpool, type Spool } from './spool.ts';
import { type Status, writeStatus } from './status.ts';

export type ArchiverParts = Omit<BaseParts, 'signal' | 'archive'> & {
  /** Fails while the archive is away. */
  open: () => Promise<Repository>;
  /** Where the server puts what is to be archived. */
  spool: string;
  db: Database;
  log: Logger;
  everyHours: number;
  /** So much may wait on the disk of the database; what is more is given up. */
  mostBytes: number;
};

export type Archiver = {
  stop: () => Promise<void>;
  /** Once the server has ended: what it put down last. */
  drain: () => Promise<void>;
};

const pauseMs = 1_000;
const mostPauseMs = 60_000;
const basePauseMs = 15 * 60_000;
/** A picture's row is there before it is used, and the clocks of both are the same. */
const marginMs = 60_000;
const drainMs = 3_000;

/**
 * Brings what PostgreSQL puts down into the archive, and takes base backups, as long as the service runs. Nothing of it
 * fails a request: while the archive is away it waits, then it is given up and begun anew, and told in either case.
 */
export async function startArchiver(parts: ArchiverParts): Promise<Archiver> {
  const cluster = await clusterOf(parts.url);
  const run = new Run(parts, cluster, await openSpool(parts.spool));
  const running = run.go();
  return {
    stop: async () => {
      run.stopping.abort();
      await running;
    },
    drain: () => run.drain(),
  };
}

class Run {
  readonly stopping = new AbortController();
  readonly #parts: ArchiverParts;
  readonly #cluster: Cluster;
  readonly #spool: Spool;
  readonly #kept = new Set<string>();
  readonly #names = new Set<string>();
  #status: Status;
  #told = '';
  #base: Base | undefined;
  #isRead = false;
  #since: Date | undefined;
  #mark: string | null = null;
  #failures = 0;
  #baseRun: Promise<void> | undefined;
  #baseAfter = 0;

  constructor(parts: ArchiverParts, cluster: Cluster, spool: Spool) {
    [this.#parts, this.#cluster, this.#spool] = [parts, cluster, spool];
    this.#status = {
      ...{ system: cluster.system, last: undefined, waiting: undefined, failing: undefined },
      ...{ droppedAt: undefined, base: undefined, baseFailing: undefined, isBroken: false },
    };
  }

  async go(): Promise<void> {
    const { signal } = this.stopping;
    await this.#spool.tidy().catch(() => {});
    while (!signal.aborted) {
      await this.#turn();
      const pause = Math.min(pauseMs * 2 ** Math.min(this.#failures, 10), mostPauseMs);
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
    await this.#baseRun;
    // With the pictures of what was written last; the database is still there.
    await this.#turn();
  }

  async #turn(): Promise<void> {
    try {
      await this.#spool.take(this.#cluster.system);
      const waiting = await this.#spool.waiting();
      if (waiting.length > 0 || !this.#isRead) {
        const archive = await this.#parts.open();
        // While there is none to go on from, an operator may have taken one.
        if (!this.#isRead || this.#status.baseFailing) await this.#read(archive);
        await this.#keepPictures(archive);
        this.#mark = await this.#parts.keepSecret(this.#mark);
        await this.#ship(archive);
      }
      this.#failures = 0;
      this.#status.failing = undefined;
      this.#takeBaseIfDue();
    } catch (error) {
      this.#failures += 1;
      const reason = (error as Error).message;
      this.#status.failing ??= { since: new Date().toISOString(), reason };
      this.#status.failing.reason = reason;
      if (this.#failures === 1) this.#parts.log.error({ reason }, 'nothing can be archived');
      await this.#giveUpIfTooMuch().catch(() => {});
    }
    await this.#tell().catch(() => {});
  }

  /** What the archive has already: from it alone it is known what is missing. */
  async #read(archive: Repository): Promise<void> {
    const { system } = this.#cluster;
    this.#base = (await listBases(archive)).findLast((base) => base.system === system);
    this.#names.clear();
    for await (const { name } of listSegments(archive, system)) this.#names.add(name);
    this.#isRead = true;
  }

  /** Before the pieces of the log that tell of them. */
  async #keepPictures(archive: Repository): Promise<void> {
    const began = new Date(Date.now() - marginMs);
    const { db, images } = this.#parts;
    const { system } = this.#cluster;
    const since = this.#since ?? began;
    const given = { archive, images, system, since, kept: this.#kept };
    const { missing } = await keepNewImages(db, given);
    // What is still on its way into the store is looked for again.
    if (missing.length === 0) this.#since = began;
  }

  async #ship(archive: Repository): Promise<void> {
    for (const each of await this.#spool.waiting()) {
      await keepPacked(archive, await this.#spool.read(each));
      await this.#spool.drop(each);
      if (!isSegment(each.name) || each.system !== this.#cluster.system) continue;
      this.#names.add(each.name);
      this.#status.last = { name: each.name, at: new Date().toISOString() };
    }
  }

  #takeBaseIfDue(): void {
    const { everyHours, log } = this.#parts;
    const { timeline } = this.#cluster;
    const last = this.#base && {
      finishedAt: this.#base.finishedAt,
      timeline: this.#base.manifest.timeline,
    };
    const isBroken = this.#isBroken();
    const facts = { last, isBroken, timeline, now: Date.now(), everyHours };
    if (this.#isRead && whyBase(facts) === undefined) this.#status.baseFailing = undefined;
    const why = this.#isRead && !this.stopping.signal.aborted && whyBase(facts);
    if (!why || this.#baseRun || Date.now() < this.#baseAfter) return;
    log.info({ why }, 'a base backup begins');
    this.#baseRun = this.#takeBase().finally(() => {
      this.#baseRun = undefined;
    });
  }

  #isBroken(): boolean {
    const last = this.#base?.manifest;
    return last ? reachOf(last.lastSegment, this.#names, last.segmentBytes).isBroken : false;
  }

  async #takeBase(): Promise<void> {
    const { log } = this.#parts;
    try {
      const archive = await this.#parts.open();
      const { signal } = this.stopping;
      const { id, pruned } = await takeBase({ ...this.#parts, archive, signal });
      this.#status.baseFailing = undefined;
      this.#status.droppedAt = undefined;
      await this.#read(archive);
      log.info({ base: id, pruned }, 'a base backup is taken');
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.#baseAfter = Date.now() + basePauseMs;
      const reason = (error as Error).message;
      this.#status.baseFailing ??= { since: new Date().toISOString(), reason };
      this.#status.baseFailing.reason = reason;
      log.error({ reason }, 'no base backup can be taken');
    }
  }

  /** The service goes on at the cost of the archive, which begins anew with the next base backup. */
  async #giveUpIfTooMuch(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#parts.spool);
    const waitingBytes = await this.#spool.bytes();
    if (!isTooMuch({ waitingBytes, freeBytes: bavail * bsize }, this.#parts.mostBytes)) return;
    const all = await this.#spool.waiting();
    for (const each of all) await this.#spool.drop(each);
    this.#status.droppedAt = new Date().toISOString();
    this.#parts.log.error(
      { pieces: all.length, bytes: waitingBytes },
      'what waited to be archived was thrown away: until the next base backup no later moment can be restored',
    );
  }

  async #tell(): Promise<void> {
    const all = await this.#spool.waiting();
    const since = this.#status.waiting?.since ?? new Date().toISOString();
    const waiting =
      all.length > 0 ? { count: all.length, bytes: await this.#spool.bytes(), since } : undefined;
    const base = this.#base && { id: this.#base.id, finishedAt: this.#base.manifest.finishedAt };
    const isBroken = this.#isBroken() || this.#status.droppedAt !== undefined;
    this.#status = { ...this.#status, waiting, base, isBroken };
    const text = JSON.stringify(this.#status);
    if (text === this.#told) return;
    await writeStatus(this.#parts.spool, this.#status);
    this.#told = text;
  }

  async drain(): Promise<void> {
    const late = sleep(drainMs, undefined, { ref: false });
    const work = async (): Promise<void> => {
      await this.#spool.take(this.#cluster.system);
      await this.#ship(await this.#parts.open());
      await this.#tell();
    };
    await Promise.race([work().catch(() => {}), late]);
  }
}
