import { Readable } from 'node:stream';
import pg, { type Connection } from 'pg';

/** Where a base backup begins or ends in the log. */
export type Position = { lsn: string; timeline: number };

export type BaseStream = {
  /** The files of the cluster as a tar, as PostgreSQL makes it. */
  tar: Readable;
  /** All below is there once the tar has been read to its end. */
  start: () => Position;
  end: () => Position;
  /** PostgreSQL's own list of the files in the tar, with their sums. */
  manifest: () => Buffer;
  bytes: () => number;
};

type BaseBackupOptions = { maxKilobytes: number | undefined; signal: AbortSignal };

/** Of the session alone, so that it is gone with it; for its time the server keeps all of the log that the backup needs. */
const keepLog = (name: string): string =>
  `CREATE_REPLICATION_SLOT ${name} TEMPORARY PHYSICAL RESERVE_WAL`;

/**
 * A copy of the cluster, made while it is used, by the command that `pg_basebackup` gives: PostgreSQL chooses the files, and
 * looks at the sum of each page. With the log of its own time, so that it can be restored alone.
 */
export async function withBaseBackup<T>(
  url: string,
  { maxKilobytes, signal }: BaseBackupOptions,
  work: (base: BaseStream) => Promise<T>,
): Promise<T> {
  const options = { connectionString: url, replication: 'true' };
  const client = new pg.Client(options);
  client.on('error', () => {});
  await client.connect();
  const connection = (client as unknown as { connection: Connection }).connection;
  const cut = (): void => void connection.stream.destroy();
  signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    await client.query(keepLog(`insignia_base_${process.pid}`));
    const query = new BaseBackupQuery(maxKilobytes);
    client.query(query);
    const done = await work(query);
    // Only now has the server said that no page was damaged.
    await query.ended;
    return done;
  } finally {
    signal.removeEventListener('abort', cut);
    cut();
    await client.end().catch(() => {});
  }
}

const usual = [
  ...["LABEL 'insignia'", "CHECKPOINT 'fast'", 'WAL true', 'WAIT false'],
  ...["MANIFEST 'yes'", "MANIFEST_CHECKSUMS 'SHA256'"],
];

/** As `pg` hands the messages of one statement to it (PostgreSQL documentation, 54.4, BASE_BACKUP). */
class BaseBackupQuery implements BaseStream {
  readonly tar: Readable;
  readonly ended: Promise<void>;
  readonly #text: string;
  readonly #end: () => void;
  readonly #fail: (error: Error) => void;
  #connection: Connection | undefined;
  #positions: Position[] = [];
  #manifest: Buffer[] | undefined;
  #bytes = 0;

  constructor(maxKilobytes: number | undefined) {
    const rate = maxKilobytes === undefined ? [] : [`MAX_RATE ${maxKilobytes}`];
    this.#text = `BASE_BACKUP (${[...usual, ...rate].join(', ')})`;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    [this.ended, this.#end, this.#fail] = [promise, resolve, reject];
    promise.catch(() => {});
    this.tar = new Readable({ read: () => void this.#connection?.stream.resume() });
    this.tar.on('error', () => {});
  }

  start = (): Position => this.#position(0);
  end = (): Position => this.#position(1);
  manifest = (): Buffer => Buffer.concat(this.#manifest ?? []);
  bytes = (): number => this.#bytes;

  #position(n: number): Position {
    const found = this.#positions[n];
    if (!found) throw new Error('the base backup has not said where it is in the log');
    return found;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.stream.once('close', () => this.handleError(new Error('the connection broke')));
    connection.query(this.#text);
  }

  handleRowDescription(): void {}

  /** First where it begins, then tablespaces, of which there are none, and at last where it ends. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const [lsn, timeline] = fields;
    if (lsn && /^[0-9A-F]+\/[0-9A-F]+$/.test(lsn))
      this.#positions.push({ lsn, timeline: Number(timeline) });
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'm') this.#manifest = [];
    if (kind !== 'd') return;
    const bytes = Buffer.from(chunk.subarray(1));
    if (this.#manifest) return void this.#manifest.push(bytes);
    this.#bytes += bytes.length;
    if (!this.tar.push(bytes)) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#fail(error);
    this.tar.destroy(error);
  }

  handleReadyForQuery(): void {
    this.#end();
    this.tar.push(null);
  }
}
