import { z } from 'zod';
import { type AttributeValue, attributeLimits, attributeValues } from './attributes.ts';
import { line, prose, webUrl } from './text.ts';

/** `bytes` limits evidence, narrative and attributes together, as UTF-8 JSON. */
export const awardDetailLimits = { evidence: 10, narrative: 10_000, bytes: 64 * 1024 } as const;

/**
 * Escapes characters that people put into URLs but IRIs forbid (RFC 3987 §2.2): the URL becomes a
 * node of the signed graph.
 */
const address = webUrl.overwrite((url) => {
  // Skips the host, which may be an IPv6 address in brackets.
  const end = url.slice(8).search(/[/?#]/) + 8;
  const escaped = url.slice(end).replaceAll(/[<>"{}|^`[\]]|%(?![\da-f]{2})/gi, encodeURIComponent);
  return end < 8 ? url : url.slice(0, end) + escaped;
});

const evidenceFields = z.object({
  id: address.optional().meta({ description: 'URL of the evidence (http or https)' }),
  name: line({ max: 200 }).optional().meta({ description: 'Name' }),
  description: prose({ max: 1_000 }).optional().meta({ description: 'Description' }),
  narrative: prose({ max: awardDetailLimits.narrative })
    .optional()
    .meta({ description: 'How it supports the credential, in Markdown' }),
  genre: line({ max: 200 })
    .optional()
    .meta({ description: 'Kind of evidence, such as Photography' }),
  audience: line({ max: 200 }).optional().meta({ description: 'Intended audience' }),
});
const evidence = evidenceFields.refine(
  ({ id, name, narrative, description }) =>
    [id, name, narrative, description].some((member) => member !== undefined),
  'must have an id (URL), name, narrative or description',
);
export type Evidence = z.infer<typeof evidenceFields>;

const descriptions = {
  narrative: 'What the recipient did to earn the credential, in Markdown',
  evidence: 'Evidence, at most 10 items',
  attributes: "Values of the badge's attributes, by name",
};

export const evidenceList = z
  .array(evidence)
  .max(awardDetailLimits.evidence, `must have at most ${awardDetailLimits.evidence} items`);

export const awardDetails = {
  narrative: prose({ max: awardDetailLimits.narrative })
    .optional()
    .meta({ description: descriptions.narrative }),
  evidence: evidenceList.optional().meta({ description: descriptions.evidence }),
  attributes: attributeValues.optional().meta({
    description: `${descriptions.attributes}. Depending on the attribute: text of at most ${attributeLimits.value} characters, a number, or a date such as 2026-03-01`,
  }),
};
export type CredentialDetailsInput = {
  narrative?: string | undefined;
  evidence?: Evidence[] | undefined;
  attributes?: Record<string, string | number> | undefined;
};

/** Refines schemas that contain `awardDetails`. */
export function isWithinSizeLimit({
  narrative,
  evidence: shown,
  attributes,
}: CredentialDetailsInput): boolean {
  if (narrative === undefined && shown === undefined && attributes === undefined) return true;
  const json = JSON.stringify({ narrative, evidence: shown, attributes });
  return new TextEncoder().encode(json).length <= awardDetailLimits.bytes;
}
export const detailsTooLarge = {
  path: ['evidence'],
  error: 'must be at most 64 KiB together with narrative and attributes',
};

export const awardDetailsReply = {
  narrative: z.string().optional().meta({ description: descriptions.narrative }),
  evidence: z
    .array(evidenceFields.meta({ id: 'Evidence' }))
    .optional()
    .meta({ description: descriptions.evidence }),
  attributes: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: `${descriptions.attributes}, as strings` }),
  supersedes: z
    .object({
      id: z.string().optional().meta({ description: 'URL of the original, if its export had it' }),
      issuer: z.string().meta({ description: 'Issuer or service of the original' }),
      issuedOn: z.iso.date().meta({ description: 'Original date' }),
    })
    .optional()
    .meta({
      description: 'The credential of another service that this one replaces (`POST /migrations`)',
    }),
};

export type CredentialDetails = {
  narrative?: string;
  evidence?: Evidence[];
  attributes?: AttributeValue[];
  /** The credential of another service that this one replaces. */
  supersedes?: { id?: string; issuer: string; issuedOn: string };
};

/** Returns null if there is nothing to store. */
export function credentialDetails(
  { narrative, evidence: shown = [] }: CredentialDetailsInput,
  attributes: AttributeValue[] = [],
): CredentialDetails | null {
  const details = {
    ...(narrative === undefined ? {} : { narrative }),
    ...(shown.length > 0 ? { evidence: shown } : {}),
    ...(attributes.length > 0 ? { attributes } : {}),
  };
  return Object.keys(details).length > 0 ? details : null;
}
