import type {
  credentialFilter,
  nouns,
  Operation,
  pagedLists,
  SchemaSettings,
} from '@insignia/contract';
import type { EntityTag, FollowOptions, Options } from './settings.ts';

// The public types that follow from the contract. The published package has them written out and
// needs neither contract nor zod (build/write-surface.ts).

export type { ErrorCode, ErrorDetail, WebhookEvent } from '@insignia/contract';

type Nouns = typeof nouns;
type PagedLists = typeof pagedLists;

export type Client = {
  [N in keyof Nouns]: {
    [M in keyof Nouns[N]]: Nouns[N][M] extends Operation ? Method<Nouns[N][M]> : never;
  } & (N extends keyof PagedLists
    ? {
        [M in keyof PagedLists[N]]: PagedLists[N][M] extends Operation
          ? All<PagedLists[N][M]>
          : never;
      }
    : unknown);
} & {
  /** Yields the job after each change, until it ends. */
  jobs: {
    follow: (
      jobId: string,
      options?: FollowOptions,
    ) => AsyncIterableIterator<Result<Nouns['jobs']['get']>>;
  };
  /** Yields the import after each change, until it ends. */
  imports: {
    follow: (
      importId: string,
      options?: FollowOptions,
    ) => AsyncIterableIterator<Result<Nouns['imports']['get']>>;
  };
  /** Yields the migration after each change, until it ends. */
  migrations: {
    follow: (
      migrationId: string,
      options?: FollowOptions,
    ) => AsyncIterableIterator<Result<Nouns['migrations']['get']>>;
  };
};

type Schema = { _zod: { input: unknown; output: unknown } };
type Input<T> = T extends Schema ? T['_zod']['input'] : unknown;
type Output<T> = T extends Schema ? T['_zod']['output'] : unknown;
type MemberOf<O, K extends string> = O extends Record<K, infer V> ? V : undefined;
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type InPath<O extends Operation> = {
  [Name in Names<O['path']>]: Name extends keyof PathInput<O> ? PathInput<O>[Name] : string;
};
type PathInput<O> =
  MemberOf<O, 'params'> extends Schema ? Input<MemberOf<O, 'params'>> : Record<never, never>;
type InQuery<O> =
  MemberOf<O, 'query'> extends Schema ? QueryArgs<Input<MemberOf<O, 'query'>>> : unknown;
/** Query parameters sent as text accept their native type. */
type QueryArgs<Q> = {
  [K in keyof Q]: K extends 'filter'
    ? Q[K] | Input<typeof credentialFilter>
    : [Exclude<Q[K], undefined>] extends ['true' | 'false']
      ? Q[K] | boolean
      : Q[K];
};
type Body<O> =
  MemberOf<O, 'body'> extends (settings: SchemaSettings) => infer S ? S : MemberOf<O, 'body'>;
type InBody<O> = Body<O> extends Schema ? Input<Body<O>> : unknown;
/** Operations that also accept JSON receive that, unless a file is passed to a form. */
type File<O> =
  MemberOf<O, 'body'> extends Schema
    ? MemberOf<O, 'accepts'> extends readonly (infer Type)[]
      ? 'multipart/form-data' extends Type
        ? { file?: Blob | Uint8Array }
        : unknown
      : unknown
    : MemberOf<O, 'accepts'> extends readonly string[]
      ? { file: Blob | Uint8Array | string }
      : unknown;

/** Path, query and body as one object. Names never clash. */
export type Args<O extends Operation> = InPath<O> & InQuery<O> & InBody<O> & File<O>;

/**
 * The payload without its envelope. Anything but JSON (CSV, PDF, pictures) is a Response with a
 * streaming body.
 */
export type Result<O> =
  MemberOf<O, 'reply'> extends Schema
    ? Output<MemberOf<O, 'reply'>> & (O extends { tagged: true } ? EntityTag : unknown)
    : MemberOf<O, 'answers'> extends Schema
      ? Output<MemberOf<O, 'answers'>>
      : Response;

type RequiredMembers<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
/** True if all arguments are optional, in each alternative of a union. */
type IsFree<T> = T extends unknown
  ? keyof RequiredMembers<T> extends never
    ? true
    : false
  : never;

export type Method<O extends Operation> =
  IsFree<Args<O>> extends true
    ? (args?: Args<O>, options?: Options) => Promise<Result<O>>
    : (args: Args<O>, options?: Options) => Promise<Result<O>>;

type ListItem<R> = R extends { items: readonly (infer Item)[] }
  ? Item
  : { [K in keyof R]-?: R[K] extends readonly (infer Item)[] ? Item : never }[keyof R];
/** Yields items of all pages. */
export type All<O extends Operation> =
  IsFree<Args<O>> extends true
    ? (
        args?: Args<O>,
        options?: Pick<Options, 'signal'>,
      ) => AsyncIterableIterator<ListItem<Result<O>>>
    : (
        args: Args<O>,
        options?: Pick<Options, 'signal'>,
      ) => AsyncIterableIterator<ListItem<Result<O>>>;
