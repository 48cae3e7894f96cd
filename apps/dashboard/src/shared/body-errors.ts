import { type ErrorDetail, getIssueMessage } from '@insignia/contract';
import { z } from 'zod';
import { fieldTexts } from '../messages/en/errors.ts';
import { describeFieldError } from './field-errors.ts';

// Forms and the API have the same messages, so both get the same texts for people.
z.config({ customError: getIssueMessage });

const isEmpty = (body: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown>)?.[key], body) === '';

/** A minimum length says nothing new about an empty field. */
const describeEmpty = (message: string): string =>
  /at least \d+ characters/.test(message) ? fieldTexts.required : describeFieldError(message);

/** Validates a body against a schema of the contract. Lists the errors in words for people. */
export function findBodyErrors(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message: isEmpty(body, path) ? describeEmpty(message) : describeFieldError(message),
  }));
}
