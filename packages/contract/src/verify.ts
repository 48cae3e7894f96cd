import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { bodyLimits, defineOperation } from './operation.ts';
import { createErrorPage, redirectToOwnHost } from './other-responses.ts';
import { pagePaths } from './paths.ts';
import { email, line } from './text.ts';

const address = line({ max: 2_048 }).refine((value) => /^https?:\/\/[^\s\\]+$/i.test(value), {
  error: 'must be an http or https URL',
});

/** Maximum size of a document or picture, in bytes. */
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
      'The checks in one word. valid: every check passed, which says nothing about who the issuer is: see `found.issuer.provenBy`. expired and revoked: signed or hosted by the issuer, but no longer valid; not_yet_valid and suspended: the same, but not valid now; not_found: there is no assertion at its address; invalid: changed, incomplete, not from the issuer it names, or not issued to the given address; unknown: could not be checked',
  });

const host = z.string().meta({
  description:
    'Host in lower case, with a port that is not the usual one; an international name is in Punycode',
});
const path = z
  .string()
  .optional()
  .meta({ description: 'The part of the host that is proven; the whole host when not there' });

const provenBy = z
  .discriminatedUnion('by', [
    z
      .object({
        by: z.literal('did:key').meta({ description: 'The identifier is a key' }),
        key: z.string().meta({ description: 'The public key, as in the did:key' }),
      })
      .meta({ description: 'Only a key is proven. No website vouches for it.' }),
    z
      .object({
        by: z.literal('jwk').meta({ description: 'The credential carries its own key' }),
        thumbprint: z.string().meta({ description: 'SHA-256 thumbprint of the key (RFC 7638)' }),
      })
      .meta({ description: 'Only a key is proven. It need not be a key of `id`.' }),
    z
      .object({
        by: z.literal('did:web').meta({ description: "The host's DID document has the key" }),
        host,
        path,
      })
      .meta({ description: 'Signed by a key that this host publishes.' }),
    z
      .object({
        by: z.literal('https-key').meta({ description: 'A document of the host has the key' }),
        host,
        path,
      })
      .meta({ description: 'Signed by a key that the document at this address names.' }),
    z
      .object({
        by: z.literal('hosted').meta({ description: 'The host has the assertion' }),
        host: host.meta({ description: "Host of the issuer's profile" }),
        assertionHost: z.string().optional().meta({
          description:
            "Host of the assertion, when it isn't `host`. The issuer's profile names it as a host of its badges",
        }),
        encrypted: z.boolean().meta({
          description:
            'Whether every document was at an https address. Otherwise anyone on the network can have changed them',
        }),
      })
      .meta({ description: 'Open Badges 2.0: the documents are at this host.' }),
  ])
  .meta({
    id: 'ProvenBy',
    description:
      'How control of the issuer was proven. New kinds may be added: treat one that you do not know as not proven',
  });

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
            id: z.string().optional().meta({
              description: 'Identifier of the issuer: a DID or an address',
            }),
            provenBy: provenBy
              .optional()
              .meta({ description: 'Not there when nothing about the issuer is proven' }),
            claimedName: z.string().optional().meta({
              description: 'What the issuer calls itself. Anyone can claim any name',
            }),
            name: z
              .string()
              .optional()
              .meta({ description: 'The same as `claimedName`, for older clients' }),
            url: z.string().optional().meta({
              description:
                'Website that the issuer claims. Link it only when its host is the proven one',
            }),
          })
          .optional()
          .meta({ description: 'The issuer. Only `id` can be proven; everything else is a claim' }),
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
  createErrorPage(status, 'In a browser: the page, which says what is wrong.'),
);
const words =
  'Checks of Open Badges 2.0 that the assertion is at its address, is whole, belongs to its badge and issuer, has not expired and is not revoked; of Open Badges 3.0 that it was signed by a key of its issuer and not changed since, and its dates and status. The checks say what is wrong: the status is 200 all the same. `found.issuer` says who is proven to have signed or hosted it; names are claims. A browser gets a page.';
const example = {
  edition: '2.0',
  status: 'valid',
  outcome: 'valid',
  checks: [
    { check: 'issuer', outcome: 'valid', message: 'Hosted at badges.example.org.' },
    { check: 'expiry', outcome: 'valid', message: 'The credential doesn’t expire.' },
  ],
  found: {
    id: exampleIds.award,
    badge: {
      name: 'First steps',
      description: 'Knows how a badge is issued.',
      image: exampleIds.image,
    },
    issuer: {
      id: exampleIds.issuer,
      provenBy: { by: 'hosted', host: 'badges.example.org', encrypted: true },
      claimedName: 'Example Academy',
      name: 'Example Academy',
      url: 'https://academy.example.org',
    },
    recipient: { name: 'Ada Lovelace' },
    issuedOn: '2026-03-01T00:00:00.000Z',
  },
} as const;

export const verify = defineOperation({
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
  others: [redirectToOwnHost, ...onPage],
  examples: { query: { url: exampleIds.award }, reply: example },
});

/** Accepts JSON, or a form that may contain a file. */
export const verifyPosted = defineOperation({
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
