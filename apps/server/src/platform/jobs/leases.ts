import type { Database } from '../db/index.ts';
import type { Job } from './queue.ts';
import { renew } from './store.ts';

type Held = { job: Pick<Job, 'id' | 'attempts'>; lose: () => void; timer: NodeJS.Timeout };

/**
 * The jobs that a worker is at. What it has claimed stays its own by signs of life, so that another takes over soon after it
 * is gone, and not before: whose signs do not get through stops in time.
 */
export class Leases {
  readonly #db: Database;
  readonly #leaseMs: number;
  readonly #held = new Set<Held>();
  readonly #timer: NodeJS.Timeout;
  /** Since when the database has always answered. */
  #steadySince: number | undefined;
  #isRenewing = false;

  constructor(db: Database, leaseMs: number) {
    this.#db = db;
    this.#leaseMs = leaseMs;
    this.#timer = setInterval(() => this.#renewAll(), leaseMs / 3);
    this.#timer.unref();
  }

  /**
   * Whether what others have not renewed may be taken over is told to `claim`: not when the database may have been away for
   * them too. They have the time of a lease to say that they live, as nobody could before.
   */
  async claiming<T>(claim: (takesOver: boolean) => Promise<T>): Promise<T> {
    const now = performance.now();
    const isSteady = this.#steadySince !== undefined && now - this.#steadySince > this.#leaseMs;
    try {
      const claimed = await claim(isSteady);
      this.#steadySince ??= now;
      return claimed;
    } catch (error) {
      this.#steadySince = undefined;
      throw error;
    }
  }

  /** From the moment `asked` in which it was not claimed yet. */
  hold(job: Pick<Job, 'id' | 'attempts'>, asked: number): { lost: AbortSignal; end: () => void } {
    const controller = new AbortController();
    const lose = (): void => controller.abort(new Error('another worker may have it now'));
    const held: Held = { job, lose, timer: this.#endOf(asked, lose) };
    this.#held.add(held);
    return {
      lost: controller.signal,
      end: () => {
        clearTimeout(held.timer);
        this.#held.delete(held);
      },
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #renewAll(): void {
    if (this.#held.size === 0 || this.#isRenewing) return;
    this.#isRenewing = true;
    const asked = performance.now();
    const asking = [...this.#held];
    const jobs = asking.map(({ job }) => job);
    void renew(this.#db, jobs, this.#leaseMs)
      .then((ours) => {
        const kept = new Set(ours);
        for (const held of asking.filter((each) => this.#held.has(each))) {
          clearTimeout(held.timer);
          if (kept.has(held.job.id)) held.timer = this.#endOf(asked, held.lose);
          else held.lose();
        }
      })
      // The next sign of life may get through in time.
      .catch(() => {})
      .finally(() => {
        this.#isRenewing = false;
      });
  }

  /** A tenth before its end, as clocks go. */
  #endOf(asked: number, lose: () => void): NodeJS.Timeout {
    return setTimeout(lose, asked + this.#leaseMs * 0.9 - performance.now()).unref();
  }
}
