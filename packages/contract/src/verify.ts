import { z } from 'zod';
import { email, line } from './text.ts';

const address = line({ max: 2_048 }).refine((value) => /^https?:\/\/[^\s\\]+$/i.test(value), {
  error: 'must be an http or https URL',
});

/** The largest document or picture that is looked at, bytes. */
export const verifyLimit = 5 * 1024 * 1024;

/** GET /verify. */
export const verifyQuery = z.object({
  url: address.optional().meta({ description: 'Of an Open Badges 2.0 assertion' }),
  email: email.optional().meta({ description: 'Whether it was issued to this address' }),
});

/** POST /verify, as JSON or as a form; a form may bring a picture as `file`. One of url, document and file. */
export const verifyBody = z.object({
  url: address.optional(),
  document: z
    .union([
      z.string().max(1024 * 1024, 'must have at most 1 MiB'),
      z.record(z.string(), z.unknown()),
    ])
    .optional()
    .meta({ description: 'An assertion, as JSON or as text' }),
  email: email.optional(),
});

const outcome = z
  .enum(['valid', 'invalid', 'unknown'])
  .meta({ description: 'unknown: could not be checked' });

const status = z.enum(['valid', 'expired', 'revoked', 'not_found', 'invalid', 'unknown']).meta({
  description:
    'The checks in one word. expired and revoked: genuine, but no longer valid; not_found: there is no assertion at its address; invalid: not genuine, not whole, or not issued to the given address; unknown: could not be checked',
});

/** What was found (decisions, "Verify"). */
export const verdict = z
  .object({
    status,
    outcome,
    checks: z.array(z.object({ check: z.string(), outcome, message: z.string() })),
    found: z.object({
      id: z.string().optional(),
      badge: z
        .object({
          name: z.string().optional(),
          description: z.string().optional(),
          image: z.string().optional(),
        })
        .optional(),
      issuer: z.object({ name: z.string().optional(), url: z.string().optional() }).optional(),
      recipient: z
        .object({ name: z.string() })
        .optional()
        .meta({ description: 'Where this service, or the assertion itself, knows the name' }),
      issuedOn: z.iso.datetime().optional(),
      expires: z.iso.datetime().optional(),
      revocationReason: z.string().optional(),
    }),
  })
  .meta({ id: 'Verdict' });
