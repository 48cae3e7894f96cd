import { statfs } from 'node:fs/promises';
import type { Repository } from '../backup/index.ts';
import type { Logger } from '../log/index.ts';
import type { Contents } from './contents.ts';
import { keepPacked } from './log.ts';
import { isSegment, isTooMuch } from './rules.ts';
import type { Spool, Waiting } from './spool.ts';
import type { Status } from './status.ts';

export type BacklogParts = {
  /** Where the server puts what is to be archived. */
  spool: string;
  /** So much may wait on the disk of the database; what is more is given up. */
  mostBytes: number;
  log: Logger;
};

/** What has waited for longer does not get through. */
const stuckMs = 60_000;

/** What waits in the spool, on its way into the archive, and how much of it may. */
export class Backlog {
  readonly #parts: BacklogParts;
  readonly #system: string;
  readonly #spool: Spool;
  readonly #contents: Contents;
  readonly #began = Date.now();
  #last: Status['last'];
  #measured: Status['waiting'];

  constructor(
    parts: BacklogParts,
    { system, spool, contents }: { system: string; spool: Spool; contents: Contents },
    before: Status | undefined,
  ) {
    [this.#parts, this.#system] = [parts, system];
    [this.#spool, this.#contents] = [spool, contents];
    this.#last = before?.last;
  }

  tidy = (): Promise<void> => this.#spool.tidy();
  take = (): Promise<void> => this.#spool.take(this.#system);
  waiting = (): Promise<Waiting[]> => this.#spool.waiting();

  /** `waiting`: of before the pictures were looked for. */
  async ship(archive: Repository, waiting: Waiting[]): Promise<void> {
    for (const each of waiting) {
      const packed = await this.#spool.read(each);
      if (!packed) continue;
      await keepPacked(archive, packed);
      await this.#spool.drop(each);
      if (!isSegment(each.name) || each.system !== this.#system) continue;
      this.#contents.add(each.name);
      this.#last = { name: each.name, at: new Date().toISOString() };
    }
  }

  /** The service goes on at the cost of the archive, which begins anew with the next base backup. */
  async giveUpIfTooMuch(isFailing: boolean): Promise<void> {
    if (!isFailing && !this.#isStuck()) return;
    const { mostBytes, log } = this.#parts;
    const { bavail, bsize } = await statfs(this.#parts.spool);
    const waitingBytes = await this.#spool.bytes();
    if (!isTooMuch({ waitingBytes, freeBytes: bavail * bsize }, mostBytes)) return;
    const pieces = await this.#spool.clear();
    this.#contents.lose();
    log.error(
      { pieces, bytes: waitingBytes },
      'what waited to be archived was thrown away: until the next base backup no later moment can be restored',
    );
  }

  #isStuck(): boolean {
    return Date.now() - Date.parse(this.#measured?.since ?? '') > stuckMs;
  }

  async measure(): Promise<void> {
    const all = await this.#spool.waiting();
    const [oldest] = all;
    const since = oldest && new Date(Math.max(this.#began, await this.#spool.since(oldest)));
    this.#measured = since && {
      ...{ count: all.length, bytes: await this.#spool.bytes(), since: since.toISOString() },
    };
  }

  told(): Pick<Status, 'last' | 'waiting'> {
    return { last: this.#last, waiting: this.#measured };
  }
}
