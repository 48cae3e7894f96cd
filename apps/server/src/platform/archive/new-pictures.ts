import type { Repository } from '../backup/index.ts';
import type { Database } from '../db/index.ts';
import type { ImageStore } from '../images/index.ts';
import type { Base } from './bases.ts';
import { keepNewImages } from './pictures.ts';
import type { Status } from './status.ts';

export type PictureParts = { db: Database; images: ImageStore };

/** A picture's row is there before it is used, and the clocks of both are the same. */
const marginMs = 60_000;
export const justBefore = (ms: number): Date => new Date(ms - marginMs);

/** Which pictures the archive may not have yet. */
export class NewPictures {
  readonly #parts: PictureParts & { system: string };
  readonly #kept = new Set<string>();
  #since: Date | undefined;
  #prunedSince: Date | undefined;
  /** `#since`, but for what is only looked at once more. */
  #told: string | undefined;

  constructor(parts: PictureParts & { system: string }, before: Status | undefined) {
    this.#parts = parts;
    this.#told = before?.picturesSince;
    this.#since = this.#told ? new Date(this.#told) : undefined;
  }

  /** Before the pieces of the log that tell of them; `base`: the last base backup. */
  async keep(archive: Repository, base: Base | undefined): Promise<void> {
    const began = justBefore(Date.now());
    const { db, images, system } = this.#parts;
    const again = this.#prunedSince;
    if (again) {
      // What was taken away, and is used again since, is written again.
      this.#prunedSince = undefined;
      this.#kept.clear();
      this.#since = this.#since && this.#since < again ? this.#since : again;
    }
    // What a former run did not bring any more; the last base backup has what was used before it began.
    const started = base && justBefore(Date.parse(base.manifest.startedAt));
    const since = latest(this.#since, started) ?? began;
    const input = { archive, images, system, since, kept: this.#kept };
    const { missing } = await keepNewImages(db, input);
    // What is still on its way into the store is looked for again.
    if (missing.length > 0) return;
    this.#since = began;
    this.#told = began.toISOString();
  }

  /** Since then some may have been taken away, because nothing used them any more. */
  pruned(since: Date): void {
    this.#prunedSince = since;
  }

  told(): Pick<Status, 'picturesSince'> {
    return { picturesSince: this.#told };
  }
}

const latest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a && b ? new Date(Math.max(a.getTime(), b.getTime())) : (a ?? b);
