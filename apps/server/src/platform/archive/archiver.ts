import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Repository } from '../backup/index.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { type BaseParts, type Cluster, clusterOf, historiesOf, takeBase } from './base.ts';
import { type Base, listBases, type UnreadBase } from './bases.ts';
import type { Gate } from './gate.ts';
import { refuseTaken, rivalOf } from './histories.ts';
import { keepPacked, listSegments, pack } from './log.ts';
import { keepNewImages } from './pictures.ts';
import { requireSystem } from './place.ts';
import { isSegment, isTooMuch, reachOf, whyBase } from './rules.ts';
import { openSpool, type Spool, type Waiting } from './spool.ts';
import { readStatus, type Status, writeStatus } from './status.ts';

export type ArchiverParts = Omit<BaseParts, 'signal' | 'archive'> & {
  /** Fails while the archive is away; what it opens goes through the gate. */
  open: () => Promise<Repository>;
  gate: Gate;
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
/** Once the service ends, an archive that does not answer keeps it no longer. */
const lastSilenceMs = 2_000;
/** What has waited for longer does not get through. */
const stuckMs = 60_000;

/**
 * Brings what PostgreSQL puts down into the archive, and takes base backups, as long as the service runs. Nothing of it
 * fails a request: while the archive is away it waits, then it is given up and begun anew, and told in either case.
 */
export async function startArchiver(parts: ArchiverParts): Promise<Archiver> {
  const cluster = await clusterOf(parts.url);
  const before = await readStatus(parts.spool);
  const run = new Run(parts, cluster, await openSpool(parts.spool), before);
  const running = run.go();
  return {
    stop: async () => {
      run.stopping.abort();
      parts.gate.hasten(lastSilenceMs);
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
  #prunedSince: Date | undefined;
  #mark: string | null = null;
  readonly #began = Date.now();
  #failures = 0;
  #archiveFault: string | undefined;
  #spoolFault: string | undefined;
  readonly #toldUnread = new Set<string>();
  #baseRun: Promise<void> | undefined;
  #baseAfter = 0;

  constructor(parts: ArchiverParts, cluster: Cluster, spool: Spool, before: Status | undefined) {
    [this.#parts, this.#cluster, this.#spool] = [parts, cluster, spool];
    const nothing: Status = {
      ...{ system: cluster.system, last: undefined, waiting: undefined, failing: undefined },
      ...{ droppedAt: undefined, base: undefined, baseFailing: undefined, isBroken: false },
      beside: undefined,
    };
    const { last, droppedAt, base, place, picturesSince } =
      before?.system === cluster.system ? before : nothing;
    this.#status = { ...nothing, last, droppedAt, base, place, picturesSince };
    this.#since = picturesSince ? new Date(picturesSince) : undefined;
  }

  async go(): Promise<void> {
    const { signal } = this.stopping;
    await this.#spool.tidy().catch(() => {});
    const looking = this.#keepLooking();
    while (!signal.aborted) {
      await this.#turn();
      const pause = Math.min(pauseMs * 2 ** Math.min(this.#failures, 10), mostPauseMs);
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
    await Promise.all([this.#baseRun, looking]);
    // With the pictures of what was written last; the database is still there.
    await this.#look();
    await this.#turn();
    await this.#tell().catch(() => {});
  }

  /** Whatever the archive does: the disk of the database stays within its bound, and others hear how it stands. */
  async #keepLooking(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.#look();
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    try {
      await this.#spool.take(this.#cluster.system);
      this.#spoolFault = undefined;
    } catch (error) {
      this.#spoolFault = (error as Error).message;
    }
    await this.#giveUpIfTooMuch().catch(() => {});
    await this.#tell().catch(() => {});
  }

  async #turn(): Promise<void> {
    try {
      const waiting = await this.#spool.waiting();
      if (waiting.length > 0 || !this.#isRead) {
        const archive = await this.#open();
        // While there is none to go on from, an operator may have taken one.
        if (!this.#isRead || this.#status.baseFailing) await this.#read(archive);
        await this.#keepPictures(archive);
        this.#mark = await this.#parts.keepSecret(this.#mark);
        await this.#ship(archive, waiting);
      }
      this.#failures = 0;
      this.#archiveFault = undefined;
      this.#takeBaseIfDue();
    } catch (error) {
      this.#failures += 1;
      this.#archiveFault = (error as Error).message;
    }
  }

  /** Once it had a base backup, what has none is not it. */
  async #open(): Promise<Repository> {
    const archive = await this.#parts.open();
    const { base, place } = this.#status;
    if (!base || place !== archive.place) return archive;
    await requireSystem(archive, this.#cluster.system).catch((error: unknown) => {
      this.#isRead = false;
      throw error;
    });
    return archive;
  }

  /** What the archive has already: from it alone it is known what is missing. */
  async #read(archive: Repository): Promise<void> {
    const { system, timeline } = this.#cluster;
    const unread: UnreadBase[] = [];
    const all = await listBases(archive, unread);
    refuseTaken(all, this.#cluster, archive.place);
    // Where the server ran without an archive when it was restored, it has told nobody: the next restore would take the same number.
    for (const { name, bytes } of await historiesOf(this.#parts.url))
      await keepPacked(archive, await pack(name, system, bytes));
    this.#tellRival(rivalOf(all, this.#cluster));
    const own = all.filter((base) => base.system === system);
    this.#base = own.findLast(({ manifest }) => manifest.timeline === timeline) ?? own.at(-1);
    for await (const { name } of listSegments(archive, system)) this.#names.add(name);
    const first = this.#base?.manifest.firstSegment ?? '';
    for (const name of this.#names) if (name < first) this.#names.delete(name);
    this.#isRead = true;
    this.#status.place = archive.place;
    const { droppedAt } = this.#status;
    if (droppedAt && this.#base && this.#base.finishedAt > Date.parse(droppedAt))
      this.#status.droppedAt = undefined;
    for (const { id, reason } of unread) {
      if (!this.#toldUnread.has(id))
        this.#parts.log.warn({ base: id, reason }, 'a base backup cannot be read');
      this.#toldUnread.add(id);
    }
  }

  #tellRival(base: Base | undefined): void {
    const { id = '', system = '', manifest } = base ?? {};
    if (base && this.#status.beside?.base !== id)
      this.#parts.log.error({ base: id, system }, 'another database archives in the same place');
    this.#status.beside = manifest && { base: id, system, timeline: manifest.timeline };
  }

  /** Before the pieces of the log that tell of them. */
  async #keepPictures(archive: Repository): Promise<void> {
    const began = new Date(Date.now() - marginMs);
    const { db, images } = this.#parts;
    const { system } = this.#cluster;
    const again = this.#prunedSince;
    if (again) {
      // What was taken away, and is used again since, is written again.
      this.#prunedSince = undefined;
      this.#kept.clear();
      this.#since = this.#since && this.#since < again ? this.#since : again;
    }
    // What a former run did not bring any more; the last base backup has what was used before it began.
    const started = this.#base && new Date(Date.parse(this.#base.manifest.startedAt) - marginMs);
    const since = latest(this.#since, started) ?? began;
    const given = { archive, images, system, since, kept: this.#kept };
    const { missing } = await keepNewImages(db, given);
    // What is still on its way into the store is looked for again.
    if (missing.length > 0) return;
    this.#since = began;
    this.#status.picturesSince = began.toISOString();
  }

  /** `waiting`: of before the pictures were looked for. */
  async #ship(archive: Repository, waiting: Waiting[]): Promise<void> {
    for (const each of waiting) {
      const packed = await this.#spool.read(each);
      if (!packed) continue;
      await keepPacked(archive, packed);
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
    const began = new Date(Date.now() - marginMs);
    try {
      const archive = await this.#open();
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
    } finally {
      this.#prunedSince = began;
    }
  }

  /** The service goes on at the cost of the archive, which begins anew with the next base backup. */
  async #giveUpIfTooMuch(): Promise<void> {
    if (!this.#isStuck()) return;
    const { bavail, bsize } = await statfs(this.#parts.spool);
    const waitingBytes = await this.#spool.bytes();
    if (!isTooMuch({ waitingBytes, freeBytes: bavail * bsize }, this.#parts.mostBytes)) return;
    const pieces = await this.#spool.clear();
    this.#status.droppedAt = new Date().toISOString();
    this.#parts.log.error(
      { pieces, bytes: waitingBytes },
      'what waited to be archived was thrown away: until the next base backup no later moment can be restored',
    );
  }

  #isStuck(): boolean {
    const { failing, waiting } = this.#status;
    return Boolean(failing) || Date.now() - Date.parse(waiting?.since ?? '') > stuckMs;
  }

  async #tell(): Promise<void> {
    const all = await this.#spool.waiting();
    const [oldest] = all;
    const since = oldest && new Date(Math.max(this.#began, await this.#spool.since(oldest)));
    const waiting = since && {
      ...{ count: all.length, bytes: await this.#spool.bytes(), since: since.toISOString() },
    };
    const failing = this.#failing();
    const own = this.#base && { id: this.#base.id, finishedAt: this.#base.manifest.finishedAt };
    // What a former run knew, until the archive has been read.
    const base = this.#isRead ? own : this.#status.base;
    const isBroken = this.#isBroken() || this.#status.droppedAt !== undefined;
    this.#status = { ...this.#status, waiting, failing, base, isBroken };
    const text = JSON.stringify(this.#status);
    if (text === this.#told) return;
    await writeStatus(this.#parts.spool, this.#status);
    this.#told = text;
  }

  #failing(): Status['failing'] {
    const reason = this.#archiveFault ?? this.#spoolFault;
    if (reason === undefined) return undefined;
    const { failing } = this.#status;
    if (!failing) this.#parts.log.error({ reason }, 'nothing can be archived');
    return { since: failing?.since ?? new Date().toISOString(), reason };
  }

  async drain(): Promise<void> {
    const late = sleep(drainMs, undefined, { ref: false });
    const work = async (): Promise<void> => {
      // Not into a place that was refused.
      if (!this.#isRead) return;
      await this.#spool.take(this.#cluster.system);
      await this.#ship(await this.#open(), await this.#spool.waiting());
      await this.#tell();
    };
    await Promise.race([work().catch(() => {}), late]);
  }
}

const latest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a && b ? new Date(Math.max(a.getTime(), b.getTime())) : (a ?? b);
