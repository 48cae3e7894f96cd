import { Problem } from '../../kernel/problem.ts';

/** Only so many at once in this process: who finds no place is told when to come again. */
export class Places {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#left === 0) throw new Problem('busy', { retryAfterSeconds: 5 });
    this.#left--;
    try {
      return await work();
    } finally {
      this.#left++;
    }
  }
}
