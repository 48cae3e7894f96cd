// What is public and follows from the contract. Inferred here; the published package has it written out, so that it
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
  /** The state of a job whenever it has changed, until it has ended. */
  jobs: {
    follow: (
      jobId: string,
      options?: Following,
    ) => AsyncIterableIterator<Result<Nouns['jobs']['get']>>;
  };
  /** The state of an import whenever it has changed, until it has ended. */
  imports: {
    follow: (
      importId: string,
      options?: Following,
    ) => AsyncIterableIterator<Result<Nouns['imports']['get']>>;
  };
};
