import { isDeepStrictEqual } from 'node:util';
import { certificateStyles, languages, orientations, papers } from '@insignia/contract';
import { readIssuerDesign } from '@insignia/design';
import { z } from 'zod';
import { isCid } from '../../platform/images/index.ts';

// Members of rows in an archive. Laxer than the API, because earlier releases stored what it refuses
// today, but strict about everything that pages, documents and drawings rely on.

export const id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID');
export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00$/, 'must be a time in UTC');
export const day = z.iso.date();
export const count = z.int().min(0).max(2_147_483_647);
export const small = z.int().min(0).max(32_767);
export const cid = z.string().refine(isCid, 'must be the CID of a picture');
export const bytes = (max: number, min = 0) =>
  z
    .string()
    .max(2 + 2 * max)
    .min(2 + 2 * min)
    .regex(/^\\x(?:[0-9a-f]{2})*$/, 'must be bytes in hexadecimal');

/** PostgreSQL stores no NUL, and half a surrogate pair is no text. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be well-formed text');
export const long = text(100_000);
export const address = text(320, 3).regex(/^[^\s@<>"]+@[^\s@<>"]+$|^"/, 'must be an email address');
/** Pages link to it, so it must not run scripts. */
export const web = text(8_192).refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  'must be an http or https URL',
);
export const color = z.string().regex(/^#[\da-f]{6}$/i);

const json = z.json();
export const object = z
  .record(z.string(), json)
  .refine((value) => JSON.stringify(value).length <= 1_000_000, 'is too large');

const attribute = z.strictObject({
  name: text(400, 1),
  type: z.enum(['text', 'number', 'date']),
  resultType: text(400).optional(),
});
export const badgeDetails = z.strictObject({
  tags: z.array(text(400)).max(100).optional(),
  alignment: z
    .array(
      z.strictObject({
        targetName: text(1_000),
        targetUrl: web,
        targetDescription: long.optional(),
        targetFramework: text(1_000).optional(),
        targetCode: text(1_000).optional(),
      }),
    )
    .max(200)
    .optional(),
  achievementType: text(400).optional(),
  language: text(100).optional(),
  validFor: text(20)
    .regex(/^P[\dYMWD]+$/)
    .optional(),
  certificateText: long.optional(),
  hours: z.number().min(0).max(1_000_000).optional(),
  credits: z.number().min(0).max(1_000_000).optional(),
  attributes: z.array(attribute).max(100).optional(),
});
export const credentialDetails = z.strictObject({
  narrative: long.optional(),
  evidence: z
    .array(
      z.strictObject({
        id: web.optional(),
        name: text(1_000).optional(),
        description: long.optional(),
        narrative: long.optional(),
        genre: text(1_000).optional(),
        audience: text(1_000).optional(),
      }),
    )
    .max(100)
    .optional(),
  attributes: z
    .array(z.strictObject({ ...attribute.shape, value: text(2_000) }))
    .max(100)
    .optional(),
  supersedes: z
    .strictObject({ id: web.optional(), issuer: text(1_000), issuedOn: text(40) })
    .optional(),
});

export const look = {
  certificate_style: z.enum(certificateStyles),
  orientation: z.enum(orientations),
  paper: z.enum(papers),
  language: z.enum(languages),
};
const choice = { id: id.nullable().optional(), version: count.nullable().optional() };
/** A brand as kept with an edition. Earlier releases kept fewer members. */
export const keptBrand = z.strictObject({
  accentColor: color,
  logoDarkCid: cid.nullable(),
  website: web.nullable(),
  footText: long,
  certificateStyle: look.certificate_style,
  orientation: look.orientation,
  paper: look.paper,
  language: look.language,
  ...{ certificateId: choice.id, certificateVersion: choice.version },
  ...{ cardId: choice.id, cardVersion: choice.version },
  signatures: z
    .array(z.strictObject({ name: text(400), title: text(400), pictureCid: cid.nullable() }))
    .max(10),
});
/** Stored designs have all members, also those with a default, and drawing needs them. */
export const design = object.refine((value) => {
  const read = readIssuerDesign(value);
  return 'design' in read && isDeepStrictEqual(read.design, value);
}, 'must be a design that this release can draw');
const coordinate = z.string().regex(/^[\w-]{43}$/);
/** A public key: a private member would be published with it. */
export const publicJwk = z
  .object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
  .catchall(z.union([z.boolean(), z.array(z.string()).max(10), z.string().max(100)]))
  .refine((key) => !('d' in key), 'must not contain a private key');
