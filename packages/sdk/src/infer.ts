import type { credentialFilter, Operation, SchemaSettings } from '@insignia/contract';
import type { Options, Tagged } from './settings.ts';

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
type InQuery<O> = Of<O, 'query'> extends Schema ? QueryArgs<Input<Of<O, 'query'>>> : unknown;
/** Query parameters sent as text accept their native type. */
type QueryArgs<Q> = {
  [K in keyof Q]: K extends 'filter'
    ? Q[K] | Input<typeof credentialFilter>
    : [Exclude<Q[K], undefined>] extends ['true' | 'false']
      ? Q[K] | boolean
      : Q[K];
};
type Body<O> = Of<O, 'body'> extends (settings: SchemaSettings) => infer S ? S : Of<O, 'body'>;
type InBody<O> = Body<O> extends Schema ? Input<Body<O>> : unknown;
/** Operations that also accept JSON receive that. */
type File<O> =
  Of<O, 'body'> extends Schema
    ? unknown
    : Of<O, 'accepts'> extends readonly string[]
      ? { file: Blob | Uint8Array | string }
      : unknown;

/** Path, query and body as one object. Names never clash. */
export type Args<O extends Operation> = InPath<O> & InQuery<O> & InBody<O> & File<O>;

/**
 * The payload without its envelope. Anything but JSON (CSV, PDF, pictures) is a Response with a
 * streaming body.
 */
export type Result<O> =
  Of<O, 'reply'> extends Schema
    ? Output<Of<O, 'reply'>> & (O extends { tagged: true } ? Tagged : unknown)
    : Of<O, 'answers'> extends Schema
      ? Output<Of<O, 'answers'>>
      : Response;

type Required<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
/** True if all arguments are optional. */
type IsFree<T> = keyof Required<T> extends never ? true : false;

export type Method<O extends Operation> =
  IsFree<Args<O>> extends true
    ? (args?: Args<O>, options?: Options) => Promise<Result<O>>
    : (args: Args<O>, options?: Options) => Promise<Result<O>>;

type ListItem<R> = {
  [K in keyof R]-?: R[K] extends readonly (infer Item)[] ? Item : never;
}[keyof R];
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
