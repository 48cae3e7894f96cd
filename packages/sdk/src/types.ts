import type { Operation } from '@insignia/contract';

type Schema = { _zod: { input: unknown; output: unknown } };
type Input<T> = T extends Schema ? T['_zod']['input'] : unknown;
type Output<T> = T extends Schema ? T['_zod']['output'] : unknown;
type Of<O, K extends string> = O extends Record<K, infer V> ? V : undefined;
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type InPath<O extends Operation> = { [Name in Names<O['path']>]: string };
type InQuery<O> = Of<O, 'query'> extends Schema ? Input<Of<O, 'query'>> : unknown;
type InBody<O> = Of<O, 'body'> extends Schema ? Input<Of<O, 'body'>> : unknown;
type File<O> =
  Of<O, 'accepts'> extends readonly string[] ? { file: Blob | Uint8Array | string } : unknown;

/** Path, query and body in one object, since their names never mean two things. */
export type Args<O extends Operation> = InPath<O> & InQuery<O> & InBody<O> & File<O>;

/** The payload, out of its envelope; what is no JSON (CSV, PDF, pictures) is a Response, whose body is a stream. */
export type Result<O> =
  Of<O, 'reply'> extends Schema
    ? Output<Of<O, 'reply'>>
    : Of<O, 'answers'> extends Schema
      ? Output<Of<O, 'answers'>>
      : Response;

export type Options = {
  signal?: AbortSignal;
  /** Of what the service can be asked for once only; made by itself when not given. */
  idempotencyKey?: string;
};

type Required<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
/** Nothing to say: the first argument may be left out. */
type IsFree<T> = keyof Required<T> extends never ? true : false;

export type Method<O extends Operation> =
  IsFree<Args<O>> extends true
    ? (args?: Args<O>, options?: Options) => Promise<Result<O>>
    : (args: Args<O>, options?: Options) => Promise<Result<O>>;

type Listed<R> = { [K in keyof R]-?: R[K] extends readonly (infer Item)[] ? Item : never }[keyof R];
/** One by one, over all pages. */
export type All<O extends Operation> =
  IsFree<Args<O>> extends true
    ? (
        args?: Args<O>,
        options?: Pick<Options, 'signal'>,
      ) => AsyncIterableIterator<Listed<Result<O>>>
    : (
        args: Args<O>,
        options?: Pick<Options, 'signal'>,
      ) => AsyncIterableIterator<Listed<Result<O>>>;

export type Settings = {
  /** Where the service is, such as `https://badges.example.org`. */
  baseUrl: string;
  /** `insignia_…`: acts for the account that it belongs to. */
  apiKey?: string;
  /** A JWT from `GET /api/auth/token`, or a function that gives one. */
  token?: string | (() => string | Promise<string>);
  /** `true`: the browser's session cookie. */
  session?: true;
  /** With token or session: the account that is meant, when it is not your own. */
  accountId?: string;
  /** How often what may be repeated is tried in all; 4 when not given. */
  attempts?: number;
  fetch?: typeof fetch;
  /** Told once of each member that means nothing to the service; console.warn when not given. */
  onIgnored?: (message: string) => void;
};
