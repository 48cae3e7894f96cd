import pg from 'pg';

/** Chooses a host: the first that responded and accepts writes, until it fails. */
export type Hosts = { current: () => string; failed: (url: string) => void; count: number };

export function createHosts(urls: readonly string[]): Hosts {
  let at = 0;
  return {
    count: urls.length,
    current: () => urls[at] ?? '',
    failed: (url) => {
      if (urls[at] === url) at = (at + 1) % urls.length;
    },
  };
}

/** TCP keepalive, so that broken idle connections are noticed. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Time to wait for a peer to close. */
const closeTimeoutMs = 1_000;

class ReadOnly extends Error {
  readonly code = '25006';
  readonly severity = 'FATAL';

  constructor(url: string) {
    super(`${new URL(url).host} is read-only, because it isn't a primary`);
  }
}

/** Marks the current host as failed. */
export type FailoverClient = { forget: () => void };

type ConnectedCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);
type ErrorCallback = (error: Error) => void;

/** The driver's client, connecting to a writable host. */
export function createClientClass(hosts: Hosts): typeof pg.Client {
  return class extends pg.Client {
    readonly #url: string;

    constructor(config?: string | pg.ClientConfig) {
      const url = hosts.current();
      super({ ...(config as pg.ClientConfig), connectionString: url });
      this.#url = url;
      // The pool adds its listener after the connection. An error just before must not end the
      // process.
      this.on('error', () => {});
    }

    override connect(): Promise<pg.Client>;
    override connect(done: ConnectedCallback): void;
    override connect(done?: ConnectedCallback): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (!done) return connecting;
      connecting.then(
        (client) => (done as (error: null, client: pg.Client) => void)(null, client),
        done as (error: Error) => void,
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        if (hosts.count > 1) await this.#refuseReadOnly();
        return this;
      } catch (error) {
        hosts.failed(this.#url);
        throw error;
      }
    }

    async #refuseReadOnly(): Promise<void> {
      const text = `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`;
      const { rows } = await this.query(text);
      if (!rows[0].isReadOnly) return;
      await this.end();
      throw new ReadOnly(this.#url);
    }

    forget(): void {
      hosts.failed(this.#url);
      // Queued statements would each wait for the timeout again.
      this.#stream.destroy();
    }

    get #stream(): { destroy(): void } {
      return (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
    }

    override end(): Promise<void>;
    override end(done: ErrorCallback): void;
    override end(done?: ErrorCallback): Promise<void> | undefined {
      setTimeout(() => this.#stream.destroy(), closeTimeoutMs).unref();
      if (!done) return super.end();
      super.end(done);
      return undefined;
    }
  };
}
