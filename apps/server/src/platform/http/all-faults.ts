import { type ErrorDetail, type Operation, unseenFaults } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { problemOf } from './answer-problem.ts';

/** The members of a body that may be of any shape. */
export type Fields = Readonly<Record<string, unknown>>;
export type FindFaults = (fields: Fields) => ErrorDetail[];

type Reads = { operation: Operation; body: z.ZodType; faults?: FindFaults | undefined };

/**
 * What was thrown, with everything else that is wrong with the fields of the body: a schema and whoever reads a value's
 * meaning find different faults, and the one that speaks first does not know of the other's.
 */
export function withAllFaults(error: unknown, request: FastifyRequest, reads: Reads): Problem {
  const problem = problemOf(error, request);
  const { code, details, text } = problem;
  if (code !== 'invalid_request' || !details || request.body === undefined) return problem;
  const fields = fieldsOf(request, reads.operation);
  // Nothing is wrong with fields that nobody has sent: what they belong in is missing.
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

/** A body may repeat the id in its path, and no other. */
function repetitions({ params }: FastifyRequest, fields: Fields, body: z.ZodType): ErrorDetail[] {
  const { shape = {} } = body as { shape?: object };
  return Object.entries(params as Record<string, string>).flatMap(([path, inPath]) => {
    const given = Object.hasOwn(shape, path) ? fields[path] : undefined;
    const differs = typeof given === 'string' && readId(given) !== readId(inPath);
    return differs ? [{ path, message: 'differs from the path' }] : [];
  });
}
