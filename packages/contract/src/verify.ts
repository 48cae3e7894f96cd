import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { bodyLimits, operation } from './operation.ts';
import { ledToOwnHost, toldOnPage } from './others.ts';
import { pagePaths } from './paths.ts';
import { email, line } from './text.ts';

const address = line({ max: 2_048 }).refine((value) => /^https?:\/\/[^\s\\]+$/i.test(value), {
  error: 'must be an http or https URL',
});

/** The largest document or picture that is looked at, bytes. */
export const verifyLimit = 5 * 1024 * 1024;

const url = address.optional().meta({
  description:
    'Of an assertion of Open Badges 2.0 or a credential of 3.0, of a picture with one baked in, or of a page that names one as its `alternate`',
});
const issuedTo = email
  .optional()
  .meta({ description: 'Whether it was issued to this address; not checked when not given' });

const outcome = z
  .enum(['valid', 'invalid', 'unknown'])
  .meta({ description: 'unknown: could not be checked' });

const edition = z
  .enum(['2.0', '3.0'])
  .meta({ description: 'Of Open Badges: 2.0 is hosted by its issuer, 3.0 is signed' });

const status = z
  .enum([
    'valid',
    'expired',
    'not_yet_valid',
    'revoked',
    'suspended',
    'not_found',
    'invalid',
    'unknown',
  ])
  .meta({
    description:
      'The checks in one word. expired and revoked: genuine, but no longer valid; not_yet_valid and suspended: genuine, but not valid now; not_found: there is no assertion at its address; invalid: not genuine, not whole, or not issued to the given address; unknown: could not be checked',
  });

/** What was found (experience, "Verify page"). */
const verdict = z
  .object({
    edition,
    status,
    outcome: outcome.meta({ description: 'All checks together; unknown: could not be checked' }),
    checks: z
      .array(
        z.object({
          check: z.string().meta({ description: 'What was looked at' }),
          outcome,
          message: z.string().meta({ description: 'What was found, for people' }),
        }),
      )
      .meta({ description: 'In the order in which they were made' }),
    found: z
      .object({
        id: z.string().optional().meta({ description: "The assertion's address" }),
        badge: z
          .object({
            name: z.string().optional().meta({ description: 'What it is called' }),
            description: z.string().optional().meta({ description: 'What it stands for' }),
            image: z.string().optional().meta({ description: 'URL of its picture' }),
          })
          .optional()
          .meta({ description: 'The badge' }),
        issuer: z
          .object({
            name: z.string().optional().meta({ description: 'Who issues' }),
            url: z.string().optional().meta({ description: "The issuer's own site" }),
          })
          .optional()
          .meta({ description: 'The issuer' }),
        recipient: z
          .object({ name: z.string().meta({ description: 'Name of the recipient' }) })
          .optional()
          .meta({ description: 'Where this service, or the assertion itself, knows the name' }),
        issuedOn: z.iso.datetime().optional().meta({ description: 'When it was earned, in UTC' }),
        expires: z.iso.datetime().optional().meta({ description: 'Until when it holds, in UTC' }),
        revocationReason: z.string().optional().meta({ description: 'Why it was revoked' }),
      })
      .meta({ description: 'What the documents say, as far as they could be read' }),
  })
  .meta({ id: 'Verdict' });

const serves = ['application/json', 'text/html'] as const;
const onPage = [400, 413, 429, 503].map((status) =>
  toldOnPage(status, 'In a browser: the page, which says what is wrong.'),
);
const words =
  'Checks of Open Badges 2.0 that the assertion is at its address, is whole, belongs to its badge and issuer, has not expired and is not revoked; of Open Badges 3.0 that it was signed by a key of its issuer and not changed since, and its dates and status. The checks say what is wrong: the status is 200 all the same. A browser gets a page.';
const example = {
  edition: '2.0',
  status: 'valid',
  outcome: 'valid',
  checks: [{ check: 'expiry', outcome: 'valid', message: 'It does not expire.' }],
  found: {
    id: exampleIds.award,
    badge: {
      name: 'First steps',
      description: 'Knows how a badge is issued.',
      image: exampleIds.image,
    },
    issuer: { name: 'Example Academy', url: 'https://academy.example.org' },
    recipient: { name: 'Ada Lovelace' },
    issuedOn: '2026-03-01T00:00:00.000Z',
  },
} as const;

export const verify = operation({
  id: 'verify',
  since: '1.0',
  method: 'GET',
  path: pagePaths.verifier,
  access: 'public',
  tag: 'Public documents',
  summary: 'Check a badge of any issuer by its address',
  description: words,
  query: z.object({ url, email: issuedTo }),
  answers: verdict,
  errors: ['busy'],
  serves,
  others: [ledToOwnHost, ...onPage],
  examples: { query: { url: exampleIds.award }, reply: example },
});

/** As JSON or as a form; a form may bring a file. */
export const verifyPosted = operation({
  id: 'verifyPosted',
  since: '1.0',
  method: 'POST',
  path: pagePaths.verifier,
  access: 'public',
  keepsNothing: true,
  tag: 'Public documents',
  summary: 'Check a badge: its address, its document, or the picture that it is baked into',
  description: `One of \`url\`, \`document\` and, in a form, \`file\`, of at most 5 MiB: a PNG or SVG with a badge baked in, or a document or JWT as it is. ${words}`,
  bare: true,
  mayWrap: true,
  body: z.object({
    url,
    document: z
      .union([
        z.string().max(1024 * 1024, 'must have at most 1 MiB'),
        z.record(z.string(), z.unknown()),
      ])
      .optional()
      .meta({
        description: 'An assertion or a signed credential, as JSON, text or JWT; or its address',
      }),
    email: issuedTo,
  }),
  accepts: ['application/json', 'multipart/form-data'],
  answers: verdict,
  errors: ['busy'],
  serves,
  others: onPage,
  bodyLimit: bodyLimits.usual,
  examples: { body: { url: exampleIds.award, email: 'ada@example.org' }, reply: example },
});
