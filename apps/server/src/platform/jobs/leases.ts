import type { Database } from '../db/index.ts';
import type { Job } from './queue.ts';
import { renewClaims } from './store.ts';

/**
 * Two clocks, because each can mislead: timers fire late after a suspension, the monotonic clock
 * may stop with the machine, and the wall clock can be set back.
 */
type Moment = { monotonic: number; wall: number };

export function readClocks(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

type Lease = { job: Pick<Job, 'id' | 'attempts'>; claimed: Moment; isTaken: boolean };

/** Reason why a worker may have lost its job. Undefined while it has the lease. */
export type LeaseCheck = () => Error | undefined;

/**
 * Leases of a worker's jobs. Heartbeats extend them, so that another worker takes over soon after a
 * crash and not before. A worker whose heartbeats fail stops in time.
 */
export class Leases {
  readonly #db: Database;
  readonly #leaseMs: number;
  readonly #leases = new Set<Lease>();
  readonly #timer: NodeJS.Timeout;
  /** Start of the uninterrupted time in which the database responded. */
  #steadySince: number | undefined;
  #isRenewing = false;

  constructor(db: Database, leaseMs: number) {
    this.#db = db;
    this.#leaseMs = leaseMs;
    this.#timer = setInterval(() => this.#renewAll(), leaseMs / 3);
    this.#timer.unref();
  }

  /**
   * Passes to `claim` whether expired leases may be taken over. Not right after an outage: other
   * workers could not send heartbeats either, so they get one lease of time.
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

  /** Counts from `claimedAt`, before the claim. Ends at 90 % of the lease, to allow for clock drift. */
  hold(
    job: Pick<Job, 'id' | 'attempts'>,
    claimedAt: Moment,
  ): { lost: LeaseCheck; end: () => void } {
    const lease: Lease = { job, claimed: claimedAt, isTaken: false };
    this.#leases.add(lease);
    return {
      lost: () => {
        const now = readClocks();
        const { monotonic, wall } = lease.claimed;
        const age = Math.max(now.monotonic - monotonic, now.wall - wall);
        lease.isTaken ||= age >= this.#leaseMs * 0.9;
        return lease.isTaken ? new Error('another worker may have it now') : undefined;
      },
      end: () => void this.#leases.delete(lease),
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #renewAll(): void {
    if (this.#leases.size === 0 || this.#isRenewing) return;
    this.#isRenewing = true;
    const renewedAt = readClocks();
    const asking = [...this.#leases];
    const jobs = asking.map(({ job }) => job);
    void renewClaims(this.#db, jobs, this.#leaseMs)
      .then((ours) => {
        const renewed = new Set(ours);
        for (const lease of asking)
          if (renewed.has(lease.job.id)) lease.claimed = renewedAt;
          else lease.isTaken = true;
      })
      // A later heartbeat may succeed in time.
      .catch(() => {})
      .finally(() => {
        this.#isRenewing = false;
      });
  }
}
