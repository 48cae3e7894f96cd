import { type ErrorDetail, type Operation, unseenFaults } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { problemOf } from './answer-problem.ts';

/** Members of a body of any shape. */
export type Fields = Readonly<Record<string, unknown>>;
export type FindFaults = (fields: Fields) => ErrorDetail[];

type Reads = { operation: Operation; body: z.ZodType; faults?: FindFaults | undefined };

/**
 * Combines a thrown error with all other errors in the body, because schema and handlers find
 * different ones.
 */
export function withAllFaults(error: unknown, request: FastifyRequest, reads: Reads): Problem {
  const problem = problemOf(error, request);
  const { code, details, text } = problem;
  if (code !== 'invalid_request' || !details || request.body === undefined) return problem;
  const fields = fieldsOf(request, reads.operation);
  // Without a body, only its absence is an error.
  if (!fields) return problem;
  const found = [...repetitions(request, fields, reads.body), ...(reads.faults?.(fields) ?? [])];
  const unseen = unseenFaults(details, found);
  if (unseen.length === 0) return problem;
  return new Problem(code, { details: [...details, ...unseen], ...(text && { text }) });
}

function fieldsOf({ body }: FastifyRequest, { bare }: Operation): Fields | undefined {
  const fields = bare ? body : (body as { parameters?: unknown } | null | undefined)?.parameters;
  return typeof fields === 'object' && fields !== null ? (fields as Fields) : undefined;
}

/** The body may repeat ids of the path but not contradict them. */
function repetitions({ params }: FastifyRequest, fields: Fields, body: z.ZodType): ErrorDetail[] {
  const { shape = {} } = body as { shape?: object };
  return Object.entries(params as Record<string, string>).flatMap(([path, inPath]) => {
    const given = Object.hasOwn(shape, path) ? fields[path] : undefined;
    const differs = typeof given === 'string' && readId(given) !== readId(inPath);
    return differs ? [{ path, message: 'differs from the path' }] : [];
  });
}
