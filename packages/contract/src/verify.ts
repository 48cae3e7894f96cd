import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { bodyLimits, createErrorPage, defineOperation, redirectToOwnHost } from './operation.ts';
import { pagePaths } from './paths.ts';
import { email, line, readShortCode } from './text.ts';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const reference = line({ max: 2_048 }).refine(isCredentialReference, {
  error: 'must be a URL, an ID or a short code',
});

/** True for what names a credential: a URL, also without its scheme, an ID or a short code. */
export function isCredentialReference(text: string): boolean {
  if (/^https?:\/\/[^\s\\]+$/i.test(text)) return true;
  if (uuid.test(text) || readShortCode(text) !== undefined) return true;
  const [host = '', ...path] = text.split('/');
  const isHost =
    /^localhost(:\d+)?$/.test(host) || (host.slice(1, -1).includes('.') && !/[@?#]/.test(host));
  return isHost && path.length > 0 && !/[\s\\]/.test(text) && URL.canParse(`https://${text}`);
}

/** Maximum size of a document or picture, in bytes. */
export const verifyLimit = 5 * 1024 * 1024;

export const credentialUrl = reference.optional().meta({
  description:
    'URL of an Open Badges 2.0 assertion or 3.0 credential, of an image with a badge baked in, or of a page that links to one as `alternate`. `https://` may be missing. Or an ID or a short code of this service',
});
const issuedTo = email.optional().meta({ description: 'Check that it was issued to this address' });

const outcome = z
  .enum(['valid', 'invalid', 'unknown'])
  .meta({ description: "unknown: couldn't be checked" });

export const verifiedEdition = z
  .enum(['2.0', '3.0'])
  .meta({ description: 'Open Badges version of the credential' });

export const verifiedStatus = z
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
      "Overall result. valid: every check passed. This doesn't say who the issuer is: see `found.issuer.provenBy`. expired, revoked: signed or hosted by the issuer, but no longer valid. not_yet_valid, suspended: signed or hosted by the issuer, but not valid now. not_found: no assertion at this URL. invalid: changed, incomplete, not from the issuer it names, or not issued to the given address. unknown: couldn't be checked",
  });

const host = z.string().meta({
  description:
    "Host in lower case, with its port if that isn't the default. International names are in Punycode",
});
const path = z
  .string()
  .optional()
  .meta({ description: 'The proven part of the host. Absent if the whole host is proven' });

export const provenBy = z
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
      .meta({ description: 'Only a key is proven. It might not be a key of `id`.' }),
    z
      .object({
        by: z.literal('did:web').meta({ description: "The host's DID document contains the key" }),
        host,
        path,
      })
      .meta({ description: 'Signed with a key that this host publishes.' }),
    z
      .object({
        by: z.literal('https-key').meta({ description: 'A document of the host contains the key' }),
        host,
        path,
      })
      .meta({ description: 'Signed with a key that the document at this URL names.' }),
    z
      .object({
        by: z.literal('hosted').meta({ description: 'The host serves the assertion' }),
        host: host.meta({ description: "Host of the issuer's profile" }),
        assertionHost: z.string().optional().meta({
          description:
            "Host of the assertion, if it isn't `host`. The issuer's profile names it as a host of its badges",
        }),
        encrypted: z.boolean().meta({
          description:
            'Whether every document was served over https. Otherwise anyone on the network could have changed them',
        }),
      })
      .meta({ description: 'Open Badges 2.0: the documents are at this host.' }),
  ])
  .meta({
    id: 'ProvenBy',
    description:
      'How control of the issuer was proven. New kinds may be added: treat an unknown kind as not proven',
  });

const verdict = z
  .object({
    edition: verifiedEdition,
    status: verifiedStatus,
    outcome: outcome.meta({ description: "Result of all checks. unknown: couldn't be checked" }),
    checks: z
      .array(
        z.object({
          check: z.string().meta({ description: 'The check' }),
          outcome,
          message: z.string().meta({ description: 'Result, for people' }),
        }),
      )
      .meta({ description: 'In the order of the checks' }),
    found: z
      .object({
        id: z.string().optional().meta({ description: 'URL of the assertion' }),
        about: z.string().optional().meta({
          description:
            "Present in `endorsements`: ID of what the endorsement describes. The check `subject` says whether it is the issuer's",
        }),
        badge: z
          .object({
            name: z.string().optional().meta({ description: 'Name' }),
            description: z.string().optional().meta({ description: 'Description' }),
            image: z.string().optional().meta({ description: 'URL of the image' }),
          })
          .optional()
          .meta({ description: 'The badge' }),
        issuer: z
          .object({
            id: z.string().optional().meta({
              description: 'ID of the issuer: a DID or a URL',
            }),
            provenBy: provenBy
              .optional()
              .meta({ description: 'Absent if nothing about the issuer is proven' }),
            claimedName: z.string().optional().meta({
              description: 'Name the issuer gives itself. Anyone can claim any name',
            }),
            name: z
              .string()
              .optional()
              .meta({ description: 'The same as `claimedName`, for older clients' }),
            url: z.string().optional().meta({
              description:
                'Website the issuer claims. Link to it only if its host is the proven one',
            }),
          })
          .optional()
          .meta({ description: 'The issuer. Only `id` can be proven; the rest is claimed' }),
        recipient: z
          .object({ name: z.string().meta({ description: 'Name of the recipient' }) })
          .optional()
          .meta({ description: 'If this service or the assertion knows the name' }),
        issuedOn: z.iso.datetime().optional().meta({ description: 'Date earned, in UTC' }),
        expires: z.iso.datetime().optional().meta({ description: 'Expires at, in UTC' }),
        revocationReason: z.string().optional().meta({ description: 'Reason for revoking' }),
      })
      .meta({ description: 'Content of the documents, if readable' }),
    get contains() {
      return z.array(verdict).optional().meta({
        description:
          'Results for the credentials in a learner record (CLR), or in a presentation of several. The check `contents` summarizes them',
      });
    },
    get endorsements() {
      return z.array(verdict).optional().meta({
        description:
          "Results for the endorsements in a genuine credential. They don't affect its own result",
      });
    },
  })
  .meta({ id: 'Verdict' });

const serves = ['application/json', 'text/html'] as const;
const onPage = [400, 413, 429, 503].map((status) =>
  createErrorPage(status, 'In browsers: a page that explains the error.'),
);
const words =
  "For Open Badges 2.0, checks that the assertion is at its URL or signed by its issuer, is complete, belongs to its badge and issuer, hasn't expired and isn't revoked. For Open Badges 3.0, checks the signature by the issuer's key, the dates and the status. The response is 200 even if checks fail; the checks say what is wrong. `found.issuer` says who is proven to have signed or hosted it; names are claims. Browsers get a page.";
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
  noun: 'verification.verify',
  since: '1.0',
  method: 'GET',
  path: pagePaths.verifier,
  access: 'public',
  tag: 'Public documents',
  summary: 'Verify a credential by URL',
  description: words,
  query: z.object({ url: credentialUrl, email: issuedTo }),
  answers: verdict,
  errors: ['busy'],
  serves,
  others: [redirectToOwnHost, ...onPage],
  examples: { query: { url: exampleIds.award }, reply: example },
});

/** Accepts JSON, or a form that may contain a file. */
export const verifyPosted = defineOperation({
  id: 'verifyPosted',
  noun: 'verification.verifyDocument',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: pagePaths.verifier,
  access: 'public',
  keepsNothing: true,
  tag: 'Public documents',
  summary: 'Verify a credential',
  description: `Verifies a credential of any issuer. Send one of \`url\`, \`document\` and, in a form, \`file\` of at most 5 MiB: a certificate as PDF, a PNG or SVG with a badge baked in, or a document or JWT. A PDF has one more check, \`printed\`: whether it is the certificate as its issuer made it. ${words}`,
  bare: true,
  mayWrap: true,
  body: z.object({
    url: credentialUrl,
    document: z
      .union([
        z.string().max(1024 * 1024, 'must be at most 1 MiB'),
        z.record(z.string(), z.unknown()),
      ])
      .optional()
      .meta({
        description: 'An assertion or signed credential as JSON, text or JWT, or its URL',
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

export const verifyOperations = { verify, verifyPosted } as const;
