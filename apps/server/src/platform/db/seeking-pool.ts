import pg from 'pg';

type Lent = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool that tries each of `hosts` before it says that none can be reached. */
export class SeekingPool extends pg.Pool {
  readonly #hosts: number;

  constructor(config: pg.PoolConfig, hosts: number) {
    super(config);
    this.#hosts = hosts;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(lend: Lent): void;
  override connect(lend?: Lent): Promise<pg.PoolClient> | undefined {
    const seeking = this.#seek();
    if (!lend) return seeking;
    seeking.then(
      (client) => lend(undefined, client, client.release),
      (error: Error) => lend(error, undefined, () => {}),
    );
    return undefined;
  }

  async #seek(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1)
      try {
        return await super.connect();
      } catch (error) {
        if (tries >= this.#hosts) throw error;
      }
  }
}
