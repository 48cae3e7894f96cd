import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Dialect,
  Kysely,
  type KyselyProps,
  type QueryExecutor,
  type QueryExecutorProvider,
  type Transaction,
  TransactionBuilder,
} from 'kysely';
import { Figures, type MetricLabels } from '../metrics/figures.ts';
import { isRolledBack } from './failure.ts';
import { WorkSignals } from './work-signals.ts';

const restMs = 10;

/** Retries once after a deadlock or serialization failure, which rolled everything back. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRolledBack(error)) throw error;
  }
  await restAfterConflict();
  return work();
}

/** Waits for a random time, so that the same transactions don't collide again. */
export function restAfterConflict(): Promise<void> {
  return sleep(restMs * (1 + 4 * Math.random()));
}

/** Retries transactions as `Database` does, for a library that starts its own. */
class RetryingKysely<DB> extends Kysely<DB> {
  readonly #props: KyselyProps;

  constructor(props: KyselyProps) {
    super(props);
    this.#props = props;
  }

  override transaction(): TransactionBuilder<DB> {
    return new RetryingTransactionBuilder(this.#props);
  }

  override withSchema(schema: string): Kysely<DB> {
    const executor = super.withSchema(schema).getExecutor();
    return new RetryingKysely({ ...this.#props, executor });
  }
}

class RetryingTransactionBuilder<DB> extends TransactionBuilder<DB> {
  override execute<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
    return retryOnce(() => super.execute(work));
  }
}

/** `retry: false` if the work must not run twice. */
type WriteOptions = { retry?: boolean };

/**
 * The connections of a process to one database. Tables aren't typed: `npm run check:sql` checks
 * each statement.
 */
export class Database implements QueryExecutorProvider {
  /** Counters of this process for this database. */
  readonly figures = new Figures();
  /** Wakes the workers of this database. */
  readonly signals = new WorkSignals();
  readonly #dialect: Dialect;
  readonly #kysely: Kysely<unknown>;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#kysely = new Kysely({ dialect });
  }

  getExecutor(): QueryExecutor {
    return this.#kysely.getExecutor();
  }

  /**
   * Runs the work in one transaction and applies `trx.onCommit` after the commit. After a deadlock
   * or serialization failure, the work runs once more, so it must change nothing but the database.
   */
  async write<T>(work: (trx: Trx) => Promise<T>, { retry = true }: WriteOptions = {}): Promise<T> {
    const attempt = () =>
      this.#kysely.transaction().execute(async (transaction) => {
        const trx = new Trx(transaction);
        return { result: await work(trx), effects: trx.onCommit };
      });
    const { result, effects } = await (retry ? retryOnce(attempt) : attempt());
    effects.apply(this);
    return result;
  }

  /** Runs the work's statements on one connection, outside a transaction. */
  useSession<T>(work: (session: QueryExecutorProvider) => Promise<T>): Promise<T> {
    return this.#kysely.connection().execute(work);
  }

  /** A query builder for better-auth on the same connections. It retries transactions too. */
  createQueryBuilder(): Kysely<unknown> {
    const dialect = this.#dialect;
    const [driver, executor] = [dialect.createDriver(), this.getExecutor()];
    return new RetryingKysely({ config: { dialect }, dialect, driver, executor });
  }

  close(): Promise<void> {
    return this.#kysely.destroy();
  }
}

/** Requires a transaction, so that writes commit together. */
export class Trx implements QueryExecutorProvider {
  readonly onCommit = new CommitEffects();
  readonly #transaction: Transaction<unknown>;

  constructor(transaction: Transaction<unknown>) {
    this.#transaction = transaction;
  }

  getExecutor(): QueryExecutor {
    return this.#transaction.getExecutor();
  }
}

/** Effects of a transaction in this process. Rolled-back work has none. */
class CommitEffects {
  readonly #kinds = new Set<string>();
  readonly #changes: ((figures: Figures) => void)[] = [];

  /** Wakes the workers for this kind of work. */
  wake(kind: string): void {
    this.#kinds.add(kind);
  }

  /** Adds to a counter. */
  count(name: string, labels: MetricLabels = {}, by = 1): void {
    this.#changes.push((figures) => figures.add(name, labels, by));
  }

  set(name: string, labels: MetricLabels, value: number): void {
    this.#changes.push((figures) => figures.set(name, labels, value));
  }

  apply({ figures, signals }: Database): void {
    for (const change of this.#changes) change(figures);
    if (this.#kinds.size > 0) signals.wake([...this.#kinds]);
  }
}
