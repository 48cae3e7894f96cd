import type { Logger } from '../log/index.ts';
import { type BaseParts, takeBase } from './base.ts';
import type { Contents } from './contents.ts';
import { justBefore, type NewPictures } from './new-pictures.ts';
import { whyBase } from './rules.ts';
import type { Status } from './status.ts';

export type BaseRunParts = Omit<BaseParts, 'signal' | 'archive'> & {
  log: Logger;
  everyHours: number;
};

type BaseRunDeps = {
  /** Of the history that the server goes on with. */
  timeline: number;
  contents: Contents;
  pictures: NewPictures;
  signal: AbortSignal;
};

const pauseMs = 15 * 60_000;

/** Base backups, one after another, beside everything else. */
export class BaseRuns {
  readonly #parts: BaseRunParts;
  readonly #deps: BaseRunDeps;
  #run: Promise<void> | undefined;
  #notBefore = 0;
  #failing: Status['baseFailing'];

  constructor(parts: BaseRunParts, deps: BaseRunDeps) {
    [this.#parts, this.#deps] = [parts, deps];
  }

  get isFailing(): boolean {
    return this.#failing !== undefined;
  }

  beginIfDue(): void {
    const { contents, signal } = this.#deps;
    if (!contents.isRead) return;
    const why = this.#why();
    if (why === undefined) this.#failing = undefined;
    if (!why || signal.aborted || this.#run || Date.now() < this.#notBefore) return;
    this.#parts.log.info({ why }, 'a base backup begins');
    this.#run = this.#take().finally(() => {
      this.#run = undefined;
    });
  }

  async ended(): Promise<void> {
    await this.#run;
  }

  told(): Pick<Status, 'baseFailing'> {
    return { baseFailing: this.#failing };
  }

  #why(): string | undefined {
    const { timeline, contents } = this.#deps;
    const { base, hasGap: isBroken } = contents;
    const last = base && { finishedAt: base.finishedAt, timeline: base.manifest.timeline };
    const { everyHours } = this.#parts;
    return whyBase({ last, isBroken, timeline, now: Date.now(), everyHours });
  }

  async #take(): Promise<void> {
    const { log } = this.#parts;
    const { contents, pictures, signal } = this.#deps;
    const began = justBefore(Date.now());
    try {
      const archive = await contents.open();
      const { id, pruned } = await takeBase({ ...this.#parts, archive, signal });
      this.#failing = undefined;
      await contents.read(archive);
      log.info({ base: id, pruned }, 'a base backup is taken');
    } catch (error) {
      if (signal.aborted) return;
      this.#notBefore = Date.now() + pauseMs;
      const reason = (error as Error).message;
      this.#failing = { since: this.#failing?.since ?? new Date().toISOString(), reason };
      log.error({ reason }, 'no base backup can be taken');
    } finally {
      pictures.pruned(began);
    }
  }
}
