import { errors } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import { problemOf, readAs } from '../http/index.ts';

export type Fields = Record<string, string>;

/** The fields of a form that one of our own pages sent. */
export function readForm<S extends z.ZodType>(
  schema: S,
  request: FastifyRequest,
  baseUrl: string,
): z.output<S> {
  if (request.headers.origin !== baseUrl) throw new Problem('origin_mismatch');
  return readAs(schema, request.body ?? {});
}

/** What the page says of a refusal: beside the fields that it names, otherwise above the form. */
export function explain(error: unknown): { status: number; problem: string; errors: Fields } {
  const problem = problemOf(error);
  const { status, text } = errors[problem.code];
  if (status >= 500 && !problem.retryAfterSeconds) throw error;
  const named = Object.fromEntries(
    (problem.details ?? []).map(({ path, message }) => [path, message]),
  );
  const general = problem.details
    ? 'Please look at the fields below.'
    : sentence(problem.text ?? text);
  return { status, problem: general, errors: named };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
