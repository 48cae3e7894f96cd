import { createServer, type RequestListener, type Server } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { getIssueMessage } from '@insignia/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { z } from 'zod';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { diskFull, sqlState, type WorkSignals } from '../db/index.ts';
import type { MainThreadTurns } from '../limits/main-thread.ts';
import { Figures } from '../metrics/figures.ts';
import { isTracing, traceRequests } from '../tracing/index.ts';
import { MIN_COMPRESSED_BYTES } from './encodings.ts';
import { acceptJson } from './json-body.ts';
import type { RequestLimits } from './limits.ts';
import { type PreparedResponse, shareHeaders } from './prepared-response.ts';
import { addRequestHooks, isUncounted, strictTransport } from './request-hooks.ts';
import { rejectMalformedRequest, type SendNotFound, sendProblem } from './send-problem.ts';

type KnownPath = { segments: string[]; methods: Set<string>; anyOrigin: boolean };

const dayInSeconds = 86_400;

/**
 * Handles requests that no route accepts (RFC 9110 §15.5.6 and §9.3.7): 405 with `Allow` if other
 * methods exist, OPTIONS, and CORS preflights. Register before the routes.
 */
function handleOtherMethods(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const entry = known.get(url) ?? {
      segments: url.split('/'),
      methods: new Set<string>(),
      anyOrigin: config?.anyOrigin === true,
    };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  return (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').split('/');
    const found = [...known.values()].filter(({ segments }) => leadsTo(segments, path));
    if (found.length === 0) throw new Problem('not_found');
    reply.header('allow', listMethods([...found, { methods: ['OPTIONS'] }]));
    if (request.method !== 'OPTIONS') throw new Problem('method_not_allowed');
    const open = found.filter(({ anyOrigin }) => anyOrigin);
    if (open.length > 0)
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', listMethods(open))
        // The asterisk doesn't include it (Fetch §CORS-preflight fetch). Wallets send their token.
        .header('access-control-allow-headers', '*, Authorization')
        .header('access-control-max-age', String(dayInSeconds));
    return reply.code(204).send();
  };
}

function listMethods(entries: { methods: Iterable<string> }[]): string {
  return [...new Set(entries.flatMap(({ methods }) => [...methods]))].sort().join(', ');
}

function leadsTo(segments: string[], path: string[]): boolean {
  return (
    segments.length === path.length &&
    segments.every((segment, at) => (segment.startsWith(':') ? path[at] : segment === path[at]))
  );
}

/** Adds the header to responses that are written without the framework. */
export function withStrictTransport(prepared: PreparedResponse): PreparedResponse {
  return { ...prepared, headers: shareHeaders([...prepared.headers, ...strictTransport]) };
}

export type App = FastifyInstance;

/** Answers some requests before the framework, and passes the others on. */
export type Middleware = (next: RequestListener) => RequestListener;

export type HttpOptions = {
  baseUrl: string;
  trustProxy: string[];
  /** Maximum time for a request to arrive, headers and body together. */
  requestTimeoutMs: number;
  log: Logger;
  middleware: Middleware;
  limits: RequestLimits;
  mainThread?: MainThreadTurns;
  answerAbsent: SendNotFound;
  signals: WorkSignals;
  /** Kinds of work that a successful request may have caused by writing something. */
  workOfWrites: readonly string[];
  /** Called when the database has no disk space. */
  onDiskFull: () => void;
};

// Limit for forms of pages, which aren't operations.
const MAX_FORM_BYTES = 16 * 1024;

export async function createApp(options: HttpOptions): Promise<App> {
  const { trustProxy, log } = options;
  z.config({ customError: getIssueMessage });
  const refused = new Figures();
  const app = Fastify({
    // The framework logs warnings and errors only. We log requests.
    loggerInstance: log.child(
      {},
      { level: log.isLevelEnabled('warn') ? 'warn' : log.level },
    ) as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: newId,
    bodyLimit: MAX_FORM_BYTES,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    routerOptions: { maxParamLength: 2_500, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handler) => serve(handler as RequestListener, options),
    clientErrorHandler: rejectMalformedRequest(refused),
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
  });
  app.decorate('answerAbsent', options.answerAbsent);
  app.decorate('refused', refused);
  app.decorateRequest('userLanguage', undefined);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJson(app, undefined, { turns: options.mainThread });
  await compressReplies(app);
  addRequestHooks(app, options);
  app.setErrorHandler(sendProblem);
  app.addHook('onError', async (_request, _reply, error) => {
    if (sqlState(error) === diskFull) options.onDiskFull();
  });
  app.setNotFoundHandler(handleOtherMethods(app));
  return app;
}

const MAX_HEADERS_MS = 20_000;
/** Interval at which Node checks for requests that take too long. */
const CHECK_EVERY_MS = 1_000;

/** Time without any progress, such as while a client reads nothing. Longer than any work, as for proxies. */
const STALL_MS = 75_000;

/** The framework applies none of its timeouts to a server that it didn't create. */
function serve(handler: RequestListener, { middleware, requestTimeoutMs }: HttpOptions): Server {
  const answer = middleware(handler);
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    isTracing() ? traceRequests(answer, isUncounted) : answer,
  );
  server.timeout = STALL_MS;
  return server;
}

/** Stops listening and finishes running requests. Connections close when idle. */
export async function closeApp(app: App): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(sweeping));
}

/** Up to this size, a stream with a buffer of its own costs more than the compression itself. */
const MAX_SYNC_BYTES = 64 * 1024;

/**
 * Compresses text sent by the framework. Cached responses are compressed in the cache. Responses
 * never mix secrets with text of others: keys and tokens are below the minimum size.
 */
async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: MIN_COMPRESSED_BYTES,
    syncThreshold: MAX_SYNC_BYTES,
    encodings: ['br', 'gzip', 'identity'],
    customTypes:
      /^(?:text\/|application\/(?:json|ld\+json|problem\+json|scim\+json)|image\/svg\+xml)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
}
