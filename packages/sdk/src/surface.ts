// The public types that follow from the contract. The published package has them written out and
// needs neither contract nor zod (build/write-surface.ts).
import type { nouns, Operation, pagedLists } from '@insignia/contract';
import type { All, Method, Result } from './infer.ts';
import type { Following } from './settings.ts';

export type { ErrorCode, ErrorDetail, WebhookEvent } from '@insignia/contract';

type Nouns = typeof nouns;
type Paged = typeof pagedLists;

export type Client = {
  [N in keyof Nouns]: {
    [M in keyof Nouns[N]]: Nouns[N][M] extends Operation ? Method<Nouns[N][M]> : never;
  } & (N extends keyof Paged
    ? { [M in keyof Paged[N]]: Paged[N][M] extends Operation ? All<Paged[N][M]> : never }
    : unknown);
} & {
  /** Yields the job after each change, until it ends. */
  jobs: {
    follow: (
      jobId: string,
      options?: Following,
    ) => AsyncIterableIterator<Result<Nouns['jobs']['get']>>;
  };
  /** Yields the import after each change, until it ends. */
  imports: {
    follow: (
      importId: string,
      options?: Following,
    ) => AsyncIterableIterator<Result<Nouns['imports']['get']>>;
  };
};
