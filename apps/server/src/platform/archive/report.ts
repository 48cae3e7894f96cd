import type { Logger } from '../log/index.ts';
import { type Status, writeStatus } from './status.ts';

/** On the way into the archive, or of the disk of the database before it. */
type Leg = 'archive' | 'spool';

/** What keeps everything out of the archive, and how it stands, as others are told of it. */
export class Report {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #faults: { [leg in Leg]?: string } = {};
  #failing: Status['failing'];
  #written = '';

  constructor(folder: string, log: Logger) {
    [this.#folder, this.#log] = [folder, log];
  }

  /** As it was told last. */
  get isFailing(): boolean {
    return this.#failing !== undefined;
  }

  failed(leg: Leg, error: unknown): void {
    this.#faults[leg] = (error as Error).message;
  }

  worked(leg: Leg): void {
    delete this.#faults[leg];
  }

  async tell(rest: Omit<Status, 'failing'>): Promise<void> {
    this.#failing = this.#failingNow();
    const status: Status = { ...rest, failing: this.#failing };
    const text = JSON.stringify(status);
    if (text === this.#written) return;
    await writeStatus(this.#folder, status);
    this.#written = text;
  }

  #failingNow(): Status['failing'] {
    const reason = this.#faults.archive ?? this.#faults.spool;
    if (reason === undefined) return undefined;
    if (!this.#failing) this.#log.error({ reason }, 'nothing can be archived');
    return { since: this.#failing?.since ?? new Date().toISOString(), reason };
  }
}
