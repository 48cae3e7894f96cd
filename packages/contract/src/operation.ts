import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Other } from './others.ts';
import type { Role, Scope } from './roles.ts';
import type { tags } from './tags.ts';
import type { Version } from './versions.ts';

/** Who may call an operation: anyone; a person with session or JWT; or a caller of an account with scope and role. */
export type Access =
  | 'public'
  | { who: 'person' }
  | { who: 'caller'; scope: Scope; role: Role; personOnly?: true };

/** An operation of the interface, whole: what is sent, what is answered, who may, what can be refused. */
export type Operation = {
  /** Its name in the table, in OpenAPI (`operationId`) and in the SDK. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  tag: (typeof tags)[number]['name'];
  summary: string;
  /** Markdown: what the summary leaves open, for people who call it. */
  description: string;
  /** The version of the interface that it came with, or comes with when that is not released yet. */
  since: Version;
  /** Names in the path; those in `ids` are read as ids. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The fields inside `parameters`, or the whole body of a bare operation. */
  body?: z.ZodType;
  /** The payload; without it the operation answers by itself, with a document or a page. */
  reply?: z.ZodType;
  /** The JSON among what it answers by itself. */
  answers?: z.ZodType;
  /** Wraps the payload as `{statusCode, info}`. */
  envelope?: true;
  /** What it can refuse, beyond what every operation of its kind can (`refusalsOf`). */
  errors?: readonly ErrorCode[];
  /**
   * Names in the path that are ids (bare or as URL), and the error when nothing can have such an id. A body that has a
   * field of the same name may repeat it, and no other.
   */
  ids?: Readonly<Record<string, ErrorCode>>;
  /** Takes an `Idempotency-Key`. */
  idempotent?: true;
  /** What it reads or writes has an `ETag`; a write takes `If-Match`, a read `If-None-Match`. */
  tagged?: true;
  /** A request that works as it is, and what came back; names in the path are by `exampleParam`. */
  examples?: { query?: Readonly<Record<string, string>>; body?: unknown; reply?: unknown };
  /** A bare body may come inside `parameters` all the same. */
  mayWrap?: true;
  /** No body at all, or `{}`, stands for empty `parameters`. */
  mayBeEmpty?: true;
  /** Media types of the body where not only JSON is taken: the handler reads it, `body` says what JSON there may be. */
  accepts?: readonly string[];
  /** HTTP status of success; 200 when not given. */
  status?: 201 | 202;
  /** The body carries its fields directly, without `parameters`. */
  bare?: true;
  /** Pages of other sites may read it (CORS): it is public and says the same to everyone. */
  anyOrigin?: true;
  /** The largest body in bytes: by `bodyLimitOf` when not given. Forms with a file have limits of their own. */
  bodyLimit?: number;
  /** Media types of what it answers by itself, where that is no JSON payload of a schema. */
  serves?: readonly string[];
  /** For what watches the service: it may be asked however often, */
  uncounted?: true;
  /** and it asks no database. */
  withoutDatabase?: true;
  /** No GET, and writes nothing all the same: what is sent is looked at. */
  keepsNothing?: true;
  /** What it answers beside its success and refusals in the one shape, beyond what `othersOf` adds. */
  others?: readonly Other[];
};

/** Keeps the exact types of a definition, from which server and client infer theirs. */
export const operation = <const O extends Operation>(definition: O): O => definition;

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Of<O, K extends string> = O extends Record<K, infer V> ? V : undefined;
/** What the server works with: defaults filled in, texts trimmed. */
export type ParamsOf<O> = Out<Of<O, 'params'>>;
export type QueryOf<O> = Out<Of<O, 'query'>>;
export type BodyOf<O> = Out<Of<O, 'body'>>;
/** The payload as the server gives it. */
export type PayloadOf<O> = In<Of<O, 'reply'>>;

export const readsAccount = { who: 'caller', scope: 'read', role: 'viewer' } as const;
export const editsAccount = { who: 'caller', scope: 'write', role: 'editor' } as const;
export const managesAccount = { who: 'caller', scope: 'write', role: 'admin' } as const;
export const ownsKeys = {
  who: 'caller',
  scope: 'write',
  role: 'viewer',
  personOnly: true,
} as const;
export const isPerson = { who: 'person' } as const;

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
/** Sizes of bodies, in bytes. */
export const bodyLimits = {
  /** Sign-in and its like. */
  small: 16 * kibibyte,
  usual: mebibyte,
  /** 10,000 credentials by their addresses. */
  many: 2 * mebibyte,
  /** 5 MiB of a picture in base64, and the rest. */
  picture: 8 * mebibyte,
} as const;

export function bodyLimitOf({ bodyLimit, access }: Operation): number {
  return bodyLimit ?? (access === 'public' ? bodyLimits.small : bodyLimits.usual);
}

export function statusOf({ status }: Operation): number {
  return status ?? 200;
}

/** What stands around a payload, as it is sent. */
export function answerOf(operation: Operation): z.ZodType | undefined {
  const { envelope, reply, answers } = operation;
  if (!envelope) return reply ?? answers;
  return z.object({ statusCode: z.literal(statusOf(operation)), info: reply ?? z.any() });
}

/** What is sent, as it is sent. */
export function sentBodyOf({ body, bare }: Operation): z.ZodType | undefined {
  return body && (bare ? body : z.object({ parameters: body }));
}
