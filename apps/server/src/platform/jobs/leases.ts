import type { Database } from '../db/index.ts';
import type { Job } from './queue.ts';
import { renew } from './store.ts';

/**
 * By two clocks, both of which are looked at when it matters: a timer comes late to a process that stood still, after what
 * has arrived for it meanwhile; the monotonic one may stand still with its machine; and the wall's can be set back.
 */
type Moment = { monotonic: number; wall: number };

export function thisMoment(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

type Lease = { job: Pick<Job, 'id' | 'attempts'>; claimed: Moment; isTaken: boolean };

/** Why a job is no longer, or may not be, the worker's own; undefined while it is. */
export type Lost = () => Error | undefined;

/**
 * The jobs that a worker is at. What it has claimed stays its own by signs of life, so that another takes over soon after it
 * is gone, and not before: whose signs do not get through stops in time.
 */
export class Leases {
  readonly #db: Database;
  readonly #leaseMs: number;
  readonly #held = new Set<Lease>();
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

  /**
   * From the moment `asked` in which it was not claimed yet. `lost` says why it is, or may be, another's by now: it ends a
   * tenth before its time, as clocks go.
   */
  hold(job: Pick<Job, 'id' | 'attempts'>, asked: Moment): { lost: Lost; end: () => void } {
    const held: Lease = { job, claimed: asked, isTaken: false };
    this.#held.add(held);
    return {
      lost: () => {
        const now = thisMoment();
        const { monotonic, wall } = held.claimed;
        const age = Math.max(now.monotonic - monotonic, now.wall - wall);
        held.isTaken ||= age >= this.#leaseMs * 0.9;
        return held.isTaken ? new Error('another worker may have it now') : undefined;
      },
      end: () => void this.#held.delete(held),
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #renewAll(): void {
    if (this.#held.size === 0 || this.#isRenewing) return;
    this.#isRenewing = true;
    const asked = thisMoment();
    const asking = [...this.#held];
    const jobs = asking.map(({ job }) => job);
    void renew(this.#db, jobs, this.#leaseMs)
      .then((ours) => {
        const kept = new Set(ours);
        for (const held of asking)
          if (kept.has(held.job.id)) held.claimed = asked;
          else held.isTaken = true;
      })
      // The next sign of life may get through in time.
      .catch(() => {})
      .finally(() => {
        this.#isRenewing = false;
      });
  }
}
