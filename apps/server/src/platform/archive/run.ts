import { setTimeout as sleep } from 'node:timers/promises';
import type { Backlog } from './backlog.ts';
import type { BaseParts } from './base.ts';
import type { BaseRuns } from './base-runs.ts';
import type { Contents } from './contents.ts';
import type { NewPictures } from './new-pictures.ts';
import type { Report } from './report.ts';

export type RunParts = Pick<BaseParts, 'keepSecret' | 'signal'> & {
  contents: Contents;
  backlog: Backlog;
  pictures: NewPictures;
  bases: BaseRuns;
  report: Report;
};

const pauseMs = 1_000;
const mostPauseMs = 60_000;
const drainMs = 3_000;

/** When what is done: two loops, of which the one that looks never waits for the archive. */
export class Run {
  readonly #parts: RunParts;
  #mark: string | null = null;
  #failures = 0;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  async go(): Promise<void> {
    const { backlog, bases, signal } = this.#parts;
    await backlog.tidy().catch(() => {});
    const looking = this.#keepLooking();
    while (!signal.aborted) {
      await this.#turn();
      const pause = Math.min(pauseMs * 2 ** Math.min(this.#failures, 10), mostPauseMs);
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
    await Promise.all([bases.ended(), looking]);
    // With the pictures of what was written last; the database is still there.
    await this.#look();
    await this.#turn();
    await this.#tell().catch(() => {});
  }

  /** Whatever the archive does: the disk of the database stays within its bound, and others hear how it stands. */
  async #keepLooking(): Promise<void> {
    const { signal } = this.#parts;
    while (!signal.aborted) {
      await this.#look();
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { backlog, report } = this.#parts;
    try {
      await backlog.take();
      report.worked('spool');
    } catch (error) {
      report.failed('spool', error);
    }
    await backlog.giveUpIfTooMuch(report.isFailing).catch(() => {});
    await this.#tell().catch(() => {});
  }

  async #turn(): Promise<void> {
    const { report, bases } = this.#parts;
    try {
      await this.#bring();
      this.#failures = 0;
      report.worked('archive');
      bases.beginIfDue();
    } catch (error) {
      this.#failures += 1;
      report.failed('archive', error);
    }
  }

  async #bring(): Promise<void> {
    const { backlog, contents, bases, pictures, keepSecret } = this.#parts;
    const waiting = await backlog.waiting();
    if (waiting.length === 0 && contents.isRead) return;
    const archive = await contents.open();
    // While there is none to go on from, an operator may have taken one.
    if (!contents.isRead || bases.isFailing) await contents.read(archive);
    await pictures.keep(archive, contents.base);
    this.#mark = await keepSecret(this.#mark);
    await backlog.ship(archive, waiting);
  }

  async #tell(): Promise<void> {
    const { contents, pictures, backlog, bases, report } = this.#parts;
    await backlog.measure();
    await report.tell({
      ...{ ...contents.told(), ...pictures.told() },
      ...{ ...backlog.told(), ...bases.told() },
    });
  }

  async drain(): Promise<void> {
    const { backlog, contents } = this.#parts;
    const late = sleep(drainMs, undefined, { ref: false });
    const work = async (): Promise<void> => {
      // Not into a place that was refused.
      if (!contents.isRead) return;
      await backlog.take();
      await backlog.ship(await contents.open(), await backlog.waiting());
      await this.#tell();
    };
    await Promise.race([work().catch(() => {}), late]);
  }
}
