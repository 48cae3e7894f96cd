import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errors,
  type Operation,
  operations,
} from '@insignia/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { prefersHtml } from '../../kernel/accept.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  diskFull,
  isCallerDeleted,
  isDatabaseUnavailable,
  isRolledBack,
  sqlState,
} from '../db/index.ts';
import type { Figures } from '../metrics/figures.ts';
import { formatBinarySize } from './route-schema.ts';

export const refusalsTotal = 'insignia_refusals_total';

/** Maximum number of errors reported. */
const MAX_DETAILS = 100;
/** Path parameters may contain anything. */
const MAX_PATH_LENGTH = 300;

const tooLarge = 'FST_ERR_CTP_BODY_TOO_LARGE';
const frameworkCodes: Record<string, ErrorCode> = {
  [tooLarge]: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
};

/**
 * Larger bodies are rejected without reading them. Smaller ones are read and dropped, because a
 * proxy that is still sending would report 502.
 */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/** Converts any error to a Problem. */
export function toProblem(error: unknown, request?: FastifyRequest): Problem {
  const problem = readProblem(error, request);
  return request && problem.code === 'unsupported_media_type'
    ? createMediaTypeProblem(request)
    : problem;
}

function readProblem(error: unknown, request: FastifyRequest | undefined): Problem {
  if (error instanceof Problem) return error;
  const { code = '', validation, statusCode } = error as Partial<FastifyError>;
  if (validation)
    return new Problem('invalid_request', {
      details: toDetails(validation, error as FastifyError),
    });
  const known = frameworkCodes[code];
  if (known) return request && code === tooLarge ? createSizeProblem(request) : new Problem(known);
  const refused = toDatabaseProblem(error);
  if (refused) return refused;
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Problem('invalid_request', { text: truncateMessage((error as Error).message) });
  return new Problem('internal_error', { cause: error });
}

/** Framework messages may contain the whole path. */
function truncateMessage(text: string): string {
  return text.length > MAX_PATH_LENGTH ? `${text.slice(0, MAX_PATH_LENGTH).toWellFormed()}…` : text;
}

function toDatabaseProblem(cause: unknown): Problem | undefined {
  if (isDatabaseUnavailable(cause))
    return new Problem('database_unavailable', { retryAfterSeconds: 5, cause });
  const state = sqlState(cause);
  if (state === diskFull) return new Problem('storage_full', { retryAfterSeconds: 60, cause });
  if (state === '57014' || state === '55P03' || isRolledBack(cause))
    return new Problem('database_unavailable', { retryAfterSeconds: 2, cause });
  return isCallerDeleted(cause) ? new Problem('invalid_credentials', { cause }) : undefined;
}

type ValidationIssue = { instancePath?: string; message?: string | undefined };

/** New users often forget the wrapper. */
const noWrapper = 'is required: wrap the fields in {"parameters": {…}}';

function toDetails(
  findings: readonly ValidationIssue[],
  { validationContext }: FastifyError,
): ErrorDetail[] {
  return findings.slice(0, MAX_DETAILS).map(({ instancePath = '', message = 'is invalid' }) => {
    const path = instancePath.split('/').filter(Boolean);
    const isWrapped = validationContext === 'body' && path[0] === 'parameters' && path.length > 1;
    const isUnwrapped = validationContext === 'body' && instancePath === '/parameters';
    const joined = (isWrapped ? path.slice(1) : path).join('.');
    return {
      path: joined.slice(0, MAX_PATH_LENGTH).toWellFormed() || (validationContext ?? 'body'),
      message: isUnwrapped && message === 'is required' ? noWrapper : message,
    };
  });
}

function toErrorBody(problem: Problem, requestId: string): ErrorBody {
  const { status, text } = errors[problem.code];
  const fields = problem.details?.map(({ path, message }) => `${path} ${message}`).join('; ');
  return {
    error: problem.text ?? (fields && problem.code === 'invalid_request' ? fields : text),
    code: problem.code,
    statusCode: status,
    ...(problem.details ? { details: problem.details } : {}),
    requestId,
  };
}

function describeCause({ cause, message }: Problem): string {
  return cause instanceof Error ? cause.message : message;
}

/** Each operation has its own limit. */
function createSizeProblem({ routeOptions }: FastifyRequest): Problem {
  const limit = formatBinarySize(routeOptions.bodyLimit);
  return new Problem('body_too_large', { text: `the body is larger than ${limit}` });
}

/** Lists the accepted types, because curl sends form data by default. */
function createMediaTypeProblem({ routeOptions }: FastifyRequest): Problem {
  const code = 'unsupported_media_type';
  const { operation } = routeOptions.config;
  if (!operation) return new Problem(code);
  const { accepts = ['application/json'] }: Operation = operations[operation];
  return new Problem(code, {
    text: `${errors[code].text}. Send Content-Type: ${accepts.join(' or ')}`,
  });
}

/** Renders a page for a missing resource. */
export type SendNotFound = (reply: FastifyReply, code: ErrorCode) => FastifyReply;

declare module 'fastify' {
  interface FastifyInstance {
    answerAbsent: SendNotFound;
    /** Counts errors by code. */
    refused: Figures;
  }
}

/** The only renderer of errors: a page for browsers on missing pages, else the error shape. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error, request);
  request.server.refused.add(refusalsTotal, { code: problem.code });
  const { status } = errors[problem.code];
  if (status === 500) request.log.error({ err: problem.cause ?? problem }, 'request failed');
  else if (status > 500)
    request.log.warn({ code: problem.code, reason: describeCause(problem) }, 'request failed');
  if (problem.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.ceil(problem.retryAfterSeconds));
  // Browsers and `curl -OJ` would save the error as the file.
  reply.code(status).header('cache-control', 'no-store').removeHeader('content-disposition');
  // The framework would close immediately. Node reads the rest before the next request.
  if (status === 413 && Number(request.headers['content-length']) <= MAX_DISCARDED_BYTES)
    reply.removeHeader('connection');
  const isAbsent = status === 404 || status === 410;
  if (isAbsent && request.method === 'GET' && prefersHtml(request.headers.accept))
    return request.server.answerAbsent(reply, problem.code);
  const { operation } = request.routeOptions.config;
  const { errorFormat }: Partial<Operation> = operation ? operations[operation] : {};
  const body = toErrorBody(problem, request.id);
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorFormat === 'oauth' ? toOAuthErrorBody(body) : body);
}

/** Adds the members of OAuth 2.0, whose description allows these characters only (RFC 6749 §5.2). */
function toOAuthErrorBody({ error, ...body }: ErrorBody): ErrorBody {
  const description = error.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '');
  return { error: body.code, error_description: description, ...body } as ErrorBody;
}

/** Answers input that never becomes a complete request, and closes the connection. */
export const rejectMalformedRequest =
  (refused: Figures) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket))
      return void socket.destroy();
    const problem = toMalformedProblem(error);
    refused.add(refusalsTotal, { code: problem.code });
    const body = JSON.stringify(toErrorBody(problem, newId()));
    const { status } = errors[problem.code];
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    // Close immediately. Otherwise the rest of the request could arrive and run after its client has
    // read that it failed.
    socket.destroySoon();
  };

function toMalformedProblem({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large');
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? new Problem('request_timeout')
    : new Problem('invalid_request', { text: 'the HTTP request is malformed' });
}

/**
 * Returns true if the request that is still being read has already been answered, for example
 * refused. It must not get a second response. Only private members of Node know.
 */
function isAnswered(socket: Socket): boolean {
  const { _httpMessage: answer, parser } = socket as Socket & {
    _httpMessage?: ServerResponse | null;
    parser?: { incoming?: IncomingMessage | null } | null;
  };
  return answer ? answer.headersSent : parser?.incoming?.complete === false;
}
