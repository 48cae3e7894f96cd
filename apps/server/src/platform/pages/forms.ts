import { type ErrorCode, errors } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import { parseInput, toProblem } from '../http/index.ts';

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

/** The text fields of a form. Other bodies may have values that aren't text. */
export function readTextFields({ body }: FastifyRequest): Record<string, string> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** The error and status that a page shows. Throws if there is nothing to do about it. */
export function readPageProblem(
  error: unknown,
  reply: FastifyReply,
): { problem: Problem; status: number } {
  const problem = toProblem(error);
  const { status } = errors[problem.code];
  if (status >= 500 && !problem.retryAfterSeconds) throw error;
  if (problem.retryAfterSeconds)
    reply.header('retry-after', String(Math.ceil(problem.retryAfterSeconds)));
  return { problem, status };
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
    (problem.details ?? []).map(({ path }) => [path, fieldTexts[path] ?? defaultFieldText]),
  );
  const general = problem.details
    ? [...new Set(Object.values(named))].join(' ')
    : getProblemText(problem);
  return { status, problem: general, errors: named };
}

/** The API's messages are for programs. */
const problemTexts: Partial<Record<ErrorCode, string>> = {
  origin_mismatch: 'This form was opened at another URL. Reload the page, then try again.',
  invalid_link_or_password:
    'The link or the password isn’t valid. Check your password, or sign up again to get a new link.',
  invalid_reset_link: 'This link isn’t valid or has expired. Request a new one below.',
  invalid_credentials: 'Wrong email address or password. Try again, or reset your password.',
  email_not_confirmed: 'Confirm your email address first. Open the link in the email we sent you.',
  sso_required:
    'Your organization requires single sign-on. Open the sign-in page again and enter only your email address.',
  sign_up_closed: 'Sign-up is closed. Ask the operator of this service for an account.',
  invitation_not_found: 'This invitation is no longer valid. Ask for a new one.',
  email_does_not_match:
    'This invitation is for another email address. Sign in with that address to accept it.',
  storage_full:
    'Nothing was saved, because the service has no storage left. Ask the operator of this service to free up space, then try again.',
};

const fieldTexts: Partial<Record<string, string>> = {
  name: 'Enter your name. Use at most 200 characters.',
  email: 'Enter a valid email address.',
  password: 'Use 8 to 128 characters for your password.',
  newPassword: 'Use 8 to 128 characters for your password.',
  token: 'The link is incomplete. Open it from the email again.',
  inviteId: 'The link is incomplete. Open it from the email again.',
};
const defaultFieldText = 'Reload the page, then try again.';

function getProblemText({ code, retryAfterSeconds }: Problem): string {
  const own = problemTexts[code];
  if (own || !retryAfterSeconds)
    return own ?? 'The request couldn’t be processed. Reload the page, then try again.';
  const what =
    code === 'too_many_requests' ? 'Too many attempts.' : 'The service is busy right now.';
  return `${what} Try again in ${formatDelay(retryAfterSeconds)}.`;
}

function formatDelay(seconds: number): string {
  const [count, unit] =
    seconds <= 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
