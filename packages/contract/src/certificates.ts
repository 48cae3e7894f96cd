import { z } from 'zod';
import { orientations, papers, previewBrand } from './brands.ts';
import { applyToIssued, issuedCount } from './editions.ts';
import { exampleIds } from './examples.ts';
import { accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl, line } from './text.ts';

const tag = 'Certificates';
/** Designs per issuer. */
export const MAX_CERTIFICATES = 50;

const byIssuer = z.object({ issuerId: idOrUrl });
const issuerIds = { issuerId: 'issuer_not_found' } as const;
const byCertificate = z.object({ issuerId: idOrUrl, certificateId: idOrUrl });
const certificateIds = { ...issuerIds, certificateId: 'certificate_not_found' } as const;

const kind = z.enum(['certificate', 'card']);
const certificateId = z.string().meta({ description: 'ID' });
const name = line({ max: 100 }).meta({ description: 'Name for your team' });
const design = z.record(z.string(), z.unknown()).meta({
  description:
    'The design: `kind`, paper, layers and an optional `back`. Positions and sizes are in millimeters, font sizes in points. Layers are drawn from the first to the last, which is also the order in which screen readers read them. At most 100 layers per side and 256 KiB. The introduction of this chapter lists the members',
});

const listed = z
  .object({
    certificateId,
    kind: kind.meta({ description: 'What it is a design of, as in `design`' }),
    name: z.string().meta({ description: 'Name for your team' }),
    paper: z.enum(papers).optional().meta({ description: 'Paper. Cards have none' }),
    orientation: z
      .enum(orientations)
      .optional()
      .meta({ description: 'Orientation. Cards have none' }),
    badges: z.int().meta({ description: 'Badges that have chosen it' }),
    isDefault: z.boolean().meta({
      description:
        'Whether it is the brand’s `certificateId` or `cardId`, for badges that have chosen none',
    }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    updatedAt: z.iso.datetime().meta({ description: 'Last changed at, in UTC' }),
  })
  .meta({ id: 'CertificateDesignItem' });

const certificate = listed.extend({ design }).meta({ id: 'CertificateDesign' });

const exampleDesign = {
  insigniaDesign: 1,
  kind: 'certificate',
  paper: 'a4',
  orientation: 'landscape',
  bleed: 3,
  safeMargin: 12,
  background: { color: '#fffdf7' },
  layers: [
    {
      ...{ id: 'frame', type: 'shape', x: 10, y: 10, width: 277, height: 190 },
      shape: { kind: 'rectangle', radius: 2 },
      stroke: { paint: { type: 'color', color: '#7d1234' }, width: 0.8 },
    },
    { id: 'logo', type: 'logo', x: 118.5, y: 18, width: 60, height: 20 },
    {
      ...{ id: 'title', type: 'text', x: 40, y: 46, width: 217, height: 16 },
      ...{ text: 'Certificate of Completion', font: 'Cormorant Garamond', weight: 600 },
      ...{ size: 38, color: '#7d1234' },
    },
    {
      ...{ id: 'name', type: 'text', x: 40, y: 72, width: 217, height: 20 },
      ...{ text: '{{recipient_name}}', font: 'Source Serif 4', weight: 600, size: 34 },
      verticalAlign: 'middle',
    },
    {
      ...{ id: 'badge-name', type: 'text', x: 40, y: 96, width: 217, height: 10 },
      ...{ text: 'for completing {{badge_name}}', size: 16 },
    },
    {
      ...{ id: 'text', type: 'text', x: 60, y: 110, width: 177, height: 24, size: 11 },
      ...{ text: '{{certificate_text}}', fit: 'shrink' },
    },
    { id: 'badge', type: 'badge', x: 128.5, y: 140, width: 40, height: 40 },
    {
      ...{ id: 'signatory', type: 'signature', signatory: 1, x: 30, y: 150, width: 60, height: 16 },
    },
    {
      ...{ id: 'signatory-name', type: 'text', x: 30, y: 170, width: 60, height: 14, size: 9 },
      text: '{{signatory_1_name}}\n{{signatory_1_title}}',
    },
    { id: 'qr', type: 'qr', x: 212, y: 146, width: 32, height: 32 },
    {
      ...{ id: 'dates', type: 'text', x: 30, y: 186, width: 90, height: 5, size: 9 },
      ...{ text: 'Issued on {{issued_on}}', align: 'left' },
    },
    {
      ...{ id: 'address', type: 'text', x: 150, y: 186, width: 117, height: 5, size: 7 },
      ...{ text: '{{credential_url}}', font: 'Source Sans 3', align: 'right' },
    },
  ],
} as const;

const exampleItem = {
  ...{ certificateId: exampleIds.certificate, kind: 'certificate', name: 'Course' },
  ...{ paper: 'a4', orientation: 'landscape' },
  ...{ badges: 3, isDefault: false },
  ...{ createdAt: '2026-03-01T09:30:00.000Z', updatedAt: '2026-03-02T10:00:00.000Z' },
};

const listCertificates = defineOperation({
  id: 'listCertificates',
  noun: 'certificates.list',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/certificates',
  access: accountReadAccess,
  tag,
  summary: 'List the certificate designs of an issuer',
  description: `Newest first, without the designs. An issuer has at most ${MAX_CERTIFICATES}.`,
  params: byIssuer,
  ids: issuerIds,
  reply: z.object({ items: z.array(listed).meta({ description: 'All of them, newest first' }) }),
  examples: { reply: { items: [exampleItem] } },
});

const listCertificateTemplates = defineOperation({
  id: 'listCertificateTemplates',
  noun: 'certificates.templates',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/certificate-templates',
  access: accountReadAccess,
  tag,
  summary: 'List certificate templates',
  description:
    'Starting points for your own designs: the certificate styles, templates for common occasions, or the standard share card. They use the brand’s color, paper, language and signatures. Templates have an orientation of their own.',
  params: byIssuer,
  ids: issuerIds,
  query: z.object({
    kind: kind.optional().meta({ description: '`card`: share cards. Default: `certificate`' }),
  }),
  reply: z.object({
    items: z
      .array(
        z
          .object({
            style: z.string().meta({
              description:
                'The `certificateStyle` that it looks like, the ID of a template, or `card`. Stays the same',
            }),
            name: z
              .string()
              .optional()
              .meta({ description: 'Name of a template. Styles have none' }),
            tags: z.array(z.string()).optional().meta({
              description: 'Occasions and looks of a template, in English',
            }),
            design,
          })
          .meta({ id: 'CertificateTemplate' }),
      )
      .meta({ description: 'All styles, then templates' }),
  }),
  examples: {
    reply: {
      items: [
        { style: 'academic', design: exampleDesign },
        { style: 'diploma', name: 'Diploma', tags: ['classic', 'frame'], design: exampleDesign },
      ],
    },
  },
});

export const createCertificate = defineOperation({
  id: 'createCertificate',
  noun: 'certificates.create',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/certificates',
  access: accountEditAccess,
  tag,
  summary: 'Create a certificate design',
  description:
    'Badges choose it by `certificateId`, and the brand by its `certificateId` for all other badges. A design of the `kind` `card` is a share card (`card.png`), chosen by `cardId`. Pictures are added with `POST /design-pictures`. Errors name the layer, for example `design.layers.3.text`.',
  params: byIssuer,
  ids: issuerIds,
  body: z.object({ name, design }),
  reply: z.object({ certificateId }),
  errors: ['certificate_limit_reached'],
  idempotent: true,
  examples: {
    body: { name: 'Course', design: exampleDesign },
    reply: { certificateId: exampleIds.certificate },
  },
});

const getCertificate = defineOperation({
  id: 'getCertificate',
  noun: 'certificates.get',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/certificates/:certificateId',
  access: accountReadAccess,
  tag,
  summary: 'Get a certificate design',
  description: 'The design has its defaults filled in.',
  params: byCertificate,
  ids: certificateIds,
  tagged: true,
  reply: certificate,
  examples: { reply: { ...exampleItem, design: exampleDesign } },
});

const updateCertificate = defineOperation({
  id: 'updateCertificate',
  noun: 'certificates.update',
  audit: 'issuer',
  since: '1.0',
  method: 'PUT',
  path: '/issuers/:issuerId/certificates/:certificateId',
  access: accountEditAccess,
  tag,
  summary: 'Update a certificate design',
  description:
    'Fields you omit stay unchanged, and so does the `kind`. Badges that have chosen the design get a new edition with it. Issued credentials keep the design of their edition, unless you send `applyToIssued`. Send `If-Match` to avoid overwriting someone else’s changes.',
  params: byCertificate,
  ids: certificateIds,
  tagged: true,
  body: z.object({
    name: name.optional(),
    design: design.optional(),
    applyToIssued: applyToIssued.optional().meta({
      description:
        'Whether issued credentials get the current edition of their badge, or of the issuer if the design is the default. Starts jobs, whose IDs are `jobIds`. Default: false',
    }),
  }),
  reply: z.object({
    certificateId,
    updated: z.literal(true).meta({ description: 'Always true' }),
    jobIds: z
      .array(z.string())
      .meta({ description: 'With `applyToIssued`: poll GET /jobs/{jobId} for progress' }),
  }),
  examples: {
    body: { name: 'Course of 2026' },
    reply: { certificateId: exampleIds.certificate, updated: true, jobIds: [] },
  },
});

const countCertificateIssued = defineOperation({
  id: 'countCertificateIssued',
  noun: 'certificates.countIssued',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/certificates/:certificateId/issued',
  access: accountReadAccess,
  tag,
  summary: 'Count the issued credentials of a certificate design',
  description:
    'How many credentials `PUT /issuers/{issuerId}/certificates/{certificateId}` with `applyToIssued` would update: those of badges that have chosen the design, or all of the issuer if it is the default.',
  params: byCertificate,
  ids: certificateIds,
  reply: issuedCount,
  examples: { reply: { count: 412, isMore: false } },
});

const deleteCertificate = defineOperation({
  id: 'deleteCertificate',
  noun: 'certificates.delete',
  audit: 'issuer',
  since: '1.0',
  method: 'DELETE',
  path: '/issuers/:issuerId/certificates/:certificateId',
  access: accountEditAccess,
  tag,
  summary: 'Delete a certificate design',
  description:
    'Fails while badges have chosen it, or while it is the default. Issued credentials keep it.',
  params: byCertificate,
  ids: certificateIds,
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['certificate_in_use'],
  examples: { reply: { deleted: true } },
});

const { credentialId, recipientName } = previewBrand.body.shape;

const previewCertificate = defineOperation({
  id: 'previewCertificate',
  noun: 'certificates.preview',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/certificates/preview',
  access: accountReadAccess,
  keepsNothing: true,
  tag,
  summary: 'Preview a certificate design',
  description:
    'Returns a certificate or card in a design that isn’t saved, under the rules of `POST /issuers/{issuerId}/certificates`. Nothing is stored. The header `Insignia-Missing-Letters: true` means that no font has some of its letters. With `recipient`, the header `Insignia-Names` is `all` if all names of the issuer’s credentials were searched, `newest` if only the newest of each badge were, about 10,000 in all, or `sample` if there are none. Counts as a brand preview: at most 300 requests per minute and account.',
  params: byIssuer,
  ids: issuerIds,
  body: z.object({
    design,
    file: z.enum(['certificate.pdf', 'print.pdf', 'certificate.png', 'card.png']).optional().meta({
      description:
        'The PDF, the PDF with its bleed for a print shop, or an image of the front with 1,200 pixels on the longer side. For a card: `card.png`. Default: `certificate.pdf`, or `card.png`',
    }),
    credentialId,
    recipientName,
    recipient: z.enum(['longest_name', 'shortest_name']).optional().meta({
      description:
        'The issuer’s credential with the longest or shortest name, or a sample if there is none. Instead of `credentialId`',
    }),
  }),
  errors: ['credential_not_found', 'busy', 'image_unavailable'],
  serves: ['application/pdf', 'image/png'],
  examples: {
    body: { design: exampleDesign, file: 'certificate.png', recipientName: 'Ada Lovelace' },
  },
});

export const certificateOperations = {
  listCertificates,
  listCertificateTemplates,
  createCertificate,
  getCertificate,
  updateCertificate,
  countCertificateIssued,
  deleteCertificate,
} as const;

export const certificatePreviewOperations = { previewCertificate } as const;
