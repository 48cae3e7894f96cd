import { bodyLimits, errors, oauthPaths } from '@insignia/contract';
import { isJwt } from '@insignia/openbadges/either';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAddressKey } from '../../kernel/address-key.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import {
  type App,
  clientAddress,
  type RequestLimits,
  toProblem,
} from '../../platform/http/index.ts';
import { setClient } from '../../platform/limits/call-context.ts';
import { createFairQueue, type FairQueue } from '../../platform/limits/fair-queue.ts';
import { toBuffer } from '../../platform/memory/own-memory.ts';
import { favicon } from '../../platform/pages/index.ts';
import { consentUrl, findAccess } from '../connected-apps/index.ts';
import { findConfirmedAddresses, findOwnAddresses } from '../people/index.ts';
import type { ExportDeps } from './export.ts';
import { type AddBadgeDeps, getExtension } from './imports.ts';
import { findImportedContent } from './imports-store.ts';
import { readProfile } from './profile.ts';
import { listOwnEntries, type OwnEntry } from './store.ts';

export type HostDeps = AddBadgeDeps &
  Pick<ExportDeps, 'documents' | 'signing'> & {
    limits: RequestLimits;
    /** Pages that are read at once. */
    pageQueue: FairQueue;
  };

/** A page has up to 100 signed documents, and a user's apps read one page at a time. */
export const createPageQueue = (): FairQueue => createFairQueue({ slots: 8, slotsPerClient: 1 });

/** The user who gave the app its token. */
export type HostCaller = { personId: string; client: string };
export type HostCall = { who: HostCaller; request: FastifyRequest; reply: FastifyReply };
type Verb = { scope: string; answer: (call: HostCall) => Promise<FastifyReply> };
type Endpoints = Record<string, { GET?: Verb; POST?: Verb }>;

/** The token lacks the scope that the request needs. */
class ScopeError extends Error {
  readonly scope: string;

  constructor(scope: string) {
    super(`the access token needs the scope ${scope}`);
    this.scope = scope;
  }
}

export type HostProblem = { status: number; code: string; text: string };

/**
 * Serves an API whose requests carry the access token of an app. Nobody else's body is read.
 * `sendProblem` answers errors in the form of the API.
 */
export function serveHostApi(
  app: App,
  deps: HostDeps,
  {
    base,
    endpoints,
    sendProblem,
  }: {
    base: string;
    endpoints: Endpoints;
    sendProblem: (reply: FastifyReply, problem: HostProblem) => FastifyReply;
  },
): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = describeError(error, request, reply);
    return sendProblem(reply.header('cache-control', 'no-store').code(problem.status), problem);
  });
  for (const [path, verbs] of Object.entries(endpoints))
    for (const [method, { scope, answer }] of Object.entries(verbs)) {
      const callers = new WeakMap<FastifyRequest, HostCaller>();
      app.route({
        method,
        url: `${base}/${path}`,
        bodyLimit: bodyLimits.many,
        config: { ownLimits: true },
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const access = await findAccess(deps, request.headers.authorization);
          if (!access) {
            deps.limits.takeAddress(request, reply);
            throw new Problem('invalid_token');
          }
          const { personId, grantId, scopes } = access;
          setClient(personId);
          deps.limits.take(reply, [
            ['key', grantId],
            ['account', personId],
          ]);
          if (!scopes.includes(scope)) throw new ScopeError(scope);
          callers.set(request, { personId, client: clientAddress(request) });
        },
        handler: (request, reply) =>
          answer({ who: callers.get(request) as HostCaller, request, reply }),
      });
    }
  for (const [path, verbs] of Object.entries(endpoints))
    app.route({
      method: (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
        (method) => !(method in verbs),
      ),
      url: `${base}/${path}`,
      handler: async (_request, reply) => {
        reply.header('allow', Object.keys(verbs).join(', '));
        throw new Problem('method_not_allowed');
      },
    });
  // OPTIONS has no meaning of its own here.
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${base}/*`,
    handler: async () => {
      throw new Problem('not_found');
    },
  });
}

function describeError(error: unknown, request: FastifyRequest, reply: FastifyReply): HostProblem {
  if (error instanceof ScopeError) {
    const { scope } = error;
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
    return { status: 403, code: 'insufficient_scope', text: error.message };
  }
  const problem = toProblem(error, request);
  const { code, retryAfterSeconds, details } = problem;
  const { status, text } = errors[code];
  if (retryAfterSeconds) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  if (code === 'invalid_token') {
    const { authorization } = request.headers;
    reply.header('www-authenticate', authorization ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (code === 'internal_error')
    request.log.error({ err: problem.cause ?? problem }, 'host api failed');
  const fields = details?.map(({ path, message }) => `${path}: ${message}`).join('; ');
  const usual = problem.text ?? text;
  return { status, code, text: fields ? `${usual} (${fields})` : usual };
}

const DEFAULT_PAGE = 50;
const MAX_PAGE = 100;

type Edition = '2.0' | '3.0';
type Page = { limit: number; offset: number; since: Date | undefined };

/** Reads the parameters that both APIs have. */
function readPage(query: unknown): Page {
  const { limit, offset, since } = query as Record<string, unknown>;
  const readNumber = (name: string, value: unknown, min: number, fallback: number) => {
    if (value === undefined) return fallback;
    if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < min)
      throw invalid(name, `must be a whole number of at least ${min}`);
    return Number(value);
  };
  const time = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  const isMoment =
    typeof since === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(since);
  if (since !== undefined && !(isMoment && time > 0))
    throw invalid('since', 'must be a time with a time zone, such as 2026-03-01T00:00:00Z');
  return {
    limit: Math.min(readNumber('limit', limit, 1, DEFAULT_PAGE), MAX_PAGE),
    offset: readNumber('offset', offset, 0, 0),
    since: since === undefined ? undefined : new Date(time),
  };
}

/** A credential as apps exchange it: a document, or a text in compact serialization. */
type WireCredential = object | string;

/** Bytes after which a page ends early. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a page of the user's credentials and sets its headers (Open Badges 2.1 §5.2, 3.0 §6.4). One that
 * was erased meanwhile, or can't be read, is left out.
 */
export async function readCredentialPage(
  deps: HostDeps,
  call: HostCall,
  edition: Edition,
): Promise<WireCredential[]> {
  const page = readPage(call.request.query);
  return deps.pageQueue.run(call.who.personId, () => readCredentials(deps, call, edition, page));
}

async function readCredentials(
  deps: HostDeps,
  { who, request, reply }: HostCall,
  edition: Edition,
  { limit, offset, since }: Page,
): Promise<WireCredential[]> {
  const { db, urls } = deps;
  const { personId } = who;
  const addresses = await findOwnAddresses(db, personId);
  const scope = { personId, addresses, edition, since, limit, offset };
  const { entries, total } = await listOwnEntries(db, scope);
  const credentials: WireCredential[] = [];
  let [read, bytes] = [0, 0];
  for (const entry of entries) {
    if (bytes > MAX_PAGE_BYTES) break;
    read++;
    const found = await readEntry(deps, who, addresses, entry, edition);
    if (found === undefined) continue;
    credentials.push(found);
    bytes += (typeof found === 'string' ? found : JSON.stringify(found)).length;
  }
  const path = urls.base + (request.routeOptions.url ?? '');
  const link = (rel: string, from: number, size = limit): string => {
    const sinceText = since && { since: since.toISOString() };
    const query = new URLSearchParams({ limit: `${size}`, offset: `${from}`, ...sinceText });
    return `<${path}?${query}>; rel="${rel}"`;
  };
  const next = offset + read;
  const lastOffset = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [
    ...(next < total && read > 0 ? [link('next', next)] : []),
    link('last', lastOffset),
    link('first', 0),
    ...(offset > 0 ? [link('prev', Math.max(0, offset - limit), Math.min(limit, offset))] : []),
  ];
  reply.headers({ 'x-total-count': String(total), link: links.join(', ') });
  return credentials;
}

async function readEntry(
  deps: HostDeps,
  { personId, client }: HostCaller,
  addresses: string[],
  { id, source }: OwnEntry,
  edition: Edition,
): Promise<WireCredential | undefined> {
  if (source === 'imported') {
    const content = await findImportedContent(deps.db, { personId, addresses }, id);
    return content && readContent(deps, client, content);
  }
  if (edition === '3.0') {
    const credential = await deps.signing.credential(id);
    return credential && deps.signing.document(credential);
  }
  const { body } = await deps.documents.credential(id, false).catch((error: unknown) => {
    const isGone =
      error instanceof Problem && ['credential_gone', 'credential_not_found'].includes(error.code);
    if (isGone) return { body: undefined };
    throw error;
  });
  return body && JSON.parse(toBuffer(body).toString('utf8'));
}

const TIMEOUT_MS = 20_000;

/** Reads the credential in a file that the user added. Pictures and PDFs are read in another thread. */
async function readContent(
  { digester }: HostDeps,
  client: string,
  content: Buffer,
): Promise<WireCredential | undefined> {
  const extension = getExtension(content);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const text = async (): Promise<string | undefined> => {
    if (extension === 'pdf') {
      const found = await digester.readPdf(client, content, signal);
      return 'error' in found ? undefined : found.credential;
    }
    if (extension === 'png' || extension === 'svg') {
      const found = await digester.readFile(client, content, signal);
      return 'error' in found ? undefined : found.text;
    }
    return content.toString('utf8');
  };
  const written = (await text())?.trim() ?? '';
  if (isJwt(written)) return written;
  try {
    const document: unknown = JSON.parse(written);
    return typeof document === 'object' && document !== null ? document : undefined;
  } catch {
    return undefined;
  }
}

/** The profile and address of the user, as both APIs show them. */
export async function describeHostProfile(deps: HostDeps, personId: string) {
  const { handle, name, isPublic } = await readProfile(deps, personId);
  const primary = await findConfirmedAddresses(deps.db, personId);
  const own = await findOwnAddresses(deps.db, personId);
  // Another user may have confirmed the address since.
  const email = primary && own.includes(toAddressKey(primary.email)) ? primary.email : undefined;
  return {
    id: isPublic && handle ? deps.urls.profile(handle) : `urn:uuid:${personId}`,
    ...(name !== '' && { name }),
    ...(email !== undefined && { email }),
  };
}

/** In seconds. */
const DESCRIPTION_MAX_AGE = 3_600;

/** Serves a document about this service, from which programs of any site learn its URLs. */
export function serveDescription(app: App, path: string, describe: () => object): void {
  app.get(path, async (_request, reply) =>
    sendJson(
      reply.headers({
        'cache-control': `public, max-age=${DESCRIPTION_MAX_AGE}`,
        'access-control-allow-origin': '*',
      }),
      describe(),
    ),
  );
}

/** Name, picture and URLs that the descriptions of both APIs have in common. */
export const describeHost = ({ base, host }: Urls) => ({
  ...{ name: `Insignia (${host})`, image: base + favicon.path, policyUrl: `${base}/` },
  registrationUrl: base + oauthPaths.register,
  authorizationUrl: consentUrl(base),
  tokenUrl: base + oauthPaths.token,
});

export const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
