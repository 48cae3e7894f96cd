import { errors } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import { parseInput, toProblem } from '../http/index.ts';
import { describeFieldError, describeProblem } from './form-texts.ts';

export type FieldMessages = Record<string, string>;

/** Parses a form of our pages. */
export function readForm<S extends z.ZodType>(
  schema: S,
  request: FastifyRequest,
  baseUrl: string,
): z.output<S> {
  if (request.headers.origin !== baseUrl) throw new Problem('origin_mismatch');
  return parseInput(schema, request.body ?? {});
}

/** Maps an error to messages next to fields, or above the form. */
export function toFormErrors(error: unknown): {
  status: number;
  problem: string;
  errors: FieldMessages;
} {
  const problem = toProblem(error);
  const { status } = errors[problem.code];
  if (status >= 500 && !problem.retryAfterSeconds) throw error;
  const named = Object.fromEntries(
    (problem.details ?? []).map(({ path, message }) => [path, describeFieldError(message)]),
  );
  return { status, problem: describeProblem(problem.code), errors: named };
}
