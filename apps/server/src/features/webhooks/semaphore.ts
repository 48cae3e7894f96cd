/** Limits concurrency in total and per account. */
export class AccountSemaphore {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #byAccount = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Waits for a slot and runs the work. */
  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    while (this.#taken >= this.#most || (this.#byAccount.get(account) ?? 0) >= this.#mostOfOne)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#add(account, 1);
    try {
      return await work();
    } finally {
      this.#add(account, -1);
      if (this.#waiting.length > 0) for (const look of this.#waiting.splice(0)) look();
    }
  }

  #add(account: string, by: number): void {
    this.#taken += by;
    const left = (this.#byAccount.get(account) ?? 0) + by;
    if (left === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, left);
  }
}
