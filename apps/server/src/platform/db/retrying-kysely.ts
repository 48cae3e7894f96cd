import { Kysely, type KyselyProps, type Transaction, TransactionBuilder } from 'kysely';
import { retryOnce } from './retry-once.ts';

/** Retries transactions as `Database` does, for a library that starts its own. */
export class RetryingKysely<DB> extends Kysely<DB> {
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
