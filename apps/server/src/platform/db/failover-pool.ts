import pg from 'pg';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** Tries each host before reporting that none is reachable. */
export class FailoverPool extends pg.Pool {
  readonly #hosts: number;

  constructor(config: pg.PoolConfig, hosts: number) {
    super(config);
    this.#hosts = hosts;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#seek();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
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
