import { type ErrorDetail, filterNewErrors, type Operation } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { toProblem } from './send-problem.ts';

/** Parses a value by a schema. Throws with all invalid fields. */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new Problem('invalid_request', { details });
}

/** Members of a body of any shape. */
type BodyFields = Readonly<Record<string, unknown>>;

export type FindBodyErrors = (fields: BodyFields) => ErrorDetail[];

type BodyReader = {
  operation: Operation;
  body: z.ZodType;
  findErrors?: FindBodyErrors | undefined;
};

/**
 * Combines a thrown error with all other errors in the body, because schema and handlers find
 * different ones.
 */
export function addBodyErrors(error: unknown, request: FastifyRequest, reads: BodyReader): Problem {
  const problem = toProblem(error, request);
  const { code, details, text } = problem;
  if (code !== 'invalid_request' || !details || request.body === undefined) return problem;
  const fields = getBodyFields(request, reads.operation);
  // Without a body, only its absence is an error.
  if (!fields) return problem;
  const found = [
    ...findPathMismatches(request, fields, reads.body),
    ...(reads.findErrors?.(fields) ?? []),
  ];
  const unseen = filterNewErrors(details, found);
  if (unseen.length === 0) return problem;
  return new Problem(code, { details: [...details, ...unseen], ...(text && { text }) });
}

function getBodyFields({ body }: FastifyRequest, { bare }: Operation): BodyFields | undefined {
  const fields = bare ? body : (body as { parameters?: unknown } | null | undefined)?.parameters;
  return typeof fields === 'object' && fields !== null ? (fields as BodyFields) : undefined;
}

/** The body may repeat ids of the path but not contradict them. */
function findPathMismatches(
  { params }: FastifyRequest,
  fields: BodyFields,
  body: z.ZodType,
): ErrorDetail[] {
  const { shape = {} } = body as { shape?: object };
  return Object.entries(params as Record<string, string>).flatMap(([path, inPath]) => {
    const value = Object.hasOwn(shape, path) ? fields[path] : undefined;
    const differs = typeof value === 'string' && readId(value) !== readId(inPath);
    return differs ? [{ path, message: "doesn't match the path" }] : [];
  });
}
