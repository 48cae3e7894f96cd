import type { Operation } from '@insignia/contract';
import { InsigniaError, isTransientStatus, readFailure, retryWhileTransient } from './failure.ts';
import type { Options, Settings } from './settings.ts';

export type Send = (
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  options: Options,
) => Promise<unknown>;

/** Sends authenticated requests and retries where that is safe. */
export function createSend(settings: Settings): Send {
  const { attempts = 4, fetch: request = globalThis.fetch } = settings;
  const warnIgnored = createIgnoredFieldWarner(settings.onIgnored);
  return async (operation, args, { signal, idempotencyKey, ifMatch }) => {
    const key = operation.idempotent ? (idempotencyKey ?? newKey()) : undefined;
    const { url, init } = prepare(settings, operation, args, { key, ifMatch });
    // A request without a response may have taken effect.
    const isRepeatable = operation.method === 'GET' || key !== undefined;
    return retryWhileTransient(attempts, signal, async () => {
      const headers = { ...init.headers, ...(await getBearer(settings)) };
      const sent = request(url, { ...init, headers, ...(signal && { signal }) });
      const answer = await sent.catch(createNetworkErrorHandler(url, signal));
      if (answer instanceof InsigniaError) return { error: answer, isPassing: isRepeatable };
      warnIgnored(operation.id, answer.headers.get('insignia-ignored-fields'));
      if (!answer.ok) {
        // A 503 may come from a proxy or from a commit with unknown outcome, so a POST that creates
        // something isn't repeated.
        const passes = isTransientStatus(
          answer.status,
          isRepeatable || operation.method !== 'POST',
        );
        const retryAfter = answer.headers.get('retry-after');
        const error = await readFailure(answer);
        signal?.throwIfAborted();
        return { error, isPassing: passes, retryAfter };
      }
      const payload = await readAnswer(operation, answer, createNetworkErrorHandler(url, signal));
      return payload instanceof InsigniaError
        ? { error: payload, isPassing: isRepeatable && payload.code === 'network' }
        : { payload };
    });
  };
}

/** Browsers offer `randomUUID` only on https pages. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function prepare(
  settings: Settings,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  { key, ifMatch }: { key: string | undefined; ifMatch: string | undefined },
) {
  const { path, body } = buildRequest(operation, args);
  const headers = {
    accept: getAcceptHeader(operation),
    ...(body?.type && { 'content-type': body.type }),
    ...(key && { 'idempotency-key': key }),
    ...(operation.tagged && ifMatch && { 'if-match': ifMatch }),
    ...(settings.apiKey && { 'x-api-key': settings.apiKey }),
    ...(settings.accountId && { 'x-account-id': settings.accountId }),
  };
  const init = {
    method: operation.method,
    headers,
    ...(body && { body: body.content as BodyInit }),
    ...(settings.session && { credentials: 'include' as const }),
  };
  return { url: new URL(path, settings.baseUrl), init };
}

function createNetworkErrorHandler(url: URL, signal: AbortSignal | undefined) {
  return (cause: unknown): InsigniaError => {
    signal?.throwIfAborted();
    const message = `${url.origin} can't be reached`;
    return new InsigniaError(message, { code: 'network', status: 0, cause });
  };
}

async function getBearer({ token }: Settings): Promise<Record<string, string>> {
  const text = typeof token === 'function' ? await token() : token;
  return text === undefined ? {} : { authorization: `Bearer ${text}` };
}

const isJson = ({ reply, answers }: Operation): boolean =>
  reply !== undefined || answers !== undefined;

function getAcceptHeader(operation: Operation): string {
  return isJson(operation) ? 'application/json' : (operation.serves?.join(', ') ?? '*/*');
}

/** `lost` is the error if the response breaks off. */
async function readAnswer(
  operation: Operation,
  answer: Response,
  lost: (cause: unknown) => InsigniaError,
): Promise<unknown> {
  if (!isJson(operation)) return answer;
  const text = await answer.text().catch(lost);
  if (text instanceof InsigniaError) return text;
  const read = restoreNames(readPayload(text, operation), operation);
  if (read === undefined) {
    const { status } = answer;
    return new InsigniaError("the response isn't from the service", {
      code: 'unreadable',
      status,
    });
  }
  return operation.tagged ? { ...(read as object), etag: answer.headers.get('etag') ?? '' } : read;
}

/** Undefined if the response isn't ours, for example from a proxy. */
function readPayload(text: string, { envelope }: Operation): unknown {
  try {
    const answer = JSON.parse(text);
    return envelope ? answer?.info : answer;
  } catch {
    return undefined;
  }
}

/** Services before 1.0 send some members only under their former names. */
function restoreNames(payload: unknown, { formerNames = {} }: Operation): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const sent = payload as Record<string, unknown>;
  const renamed = Object.entries(formerNames).filter(
    ([name, before]) => !(name in sent) && before in sent,
  );
  return renamed.length === 0
    ? payload
    : { ...sent, ...Object.fromEntries(renamed.map(([name, before]) => [name, sent[before]])) };
}

type BuiltRequest = {
  path: string;
  /** JSON text, a file, or a form, which has its own type. */
  body?: { type?: string; content: string | Blob | Uint8Array | FormData };
};

type Args = Readonly<Record<string, unknown>>;

/** Distributes arguments over path, query and body. Undefined arguments are left out. */
function buildRequest(operation: Operation, args: Args): BuiltRequest {
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    if (value === undefined || value === '') throw new TypeError(`${name} is required`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const file = operation.accepts && !operation.body ? rest.get('file') : undefined;
  if (file !== undefined) {
    rest.delete('file');
    return {
      path: withQuery(path, rest),
      body: readFileBody(file as string | Blob | Uint8Array, operation.accepts ?? []),
    };
  }
  if (!operation.body) return { path: withQuery(path, rest) };
  const upload = operation.accepts?.includes('multipart/form-data') ? rest.get('file') : undefined;
  if (upload !== undefined)
    return { path, body: { content: createForm(rest, upload as Blob | Uint8Array) } };
  const fields = Object.fromEntries(rest);
  const content = JSON.stringify(operation.bare ? fields : { parameters: fields });
  return { path, body: { type: 'application/json', content } };
}

function createForm(fields: ReadonlyMap<string, unknown>, file: Blob | Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of fields) if (name !== 'file') form.set(name, String(value));
  form.set('file', file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>]));
  return form;
}

/** The first type, unless the file has another one. The service reads the content. */
function readFileBody(
  content: string | Blob | Uint8Array,
  [usual = 'text/csv', ...others]: readonly string[],
): NonNullable<BuiltRequest['body']> {
  const own = content instanceof Blob ? content.type.split(';', 1)[0] : '';
  const binary = 'application/octet-stream';
  const isOther = own !== '' && own !== usual && others.includes(binary);
  const type = others.find((each) => each === own) ?? (isOther ? binary : usual);
  return { type, content };
}

function withQuery(path: string, values: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of values)
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Warns about ignored members, once each. */
function createIgnoredFieldWarner(onIgnored: ((message: string) => void) | undefined) {
  const warned = new Set<string>();
  // biome-ignore lint/suspicious/noConsole: where a program has no other place for it, this is where developers look
  const warn = onIgnored ?? ((message: string) => console.warn(message));
  return (operation: string, names: string | null): void => {
    for (const name of names?.split(', ') ?? []) {
      const message = `${operation}: the service doesn't know ${decodeNames(name)}`;
      if (!warned.has(message)) warn(message);
      warned.add(message);
    }
  };
}

/** A header mangled by a proxy must not fail a successful call. */
function decodeNames(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
