import { z } from 'zod';
import { alignment, language } from './badge-details.ts';
import { accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { webUrl } from './text.ts';

const example = {
  targetName: 'Sample data',
  targetUrl: 'https://framework.example/competencies/sample-data',
  targetDescription: 'Draws a sample that says something of the whole.',
  targetFramework: 'Statistics in schools',
  targetCode: 'ST-2',
} as const;

export const lookUpAlignment = defineOperation({
  id: 'lookUpAlignment',
  noun: 'alignments.lookUp',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/alignments/lookup',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'Look up a skill or standard',
  description:
    'Reads the page or document at a public URL and returns an `alignment` item to review before you add it to a badge. Supported: IMS CASE (`CFItem`, `CFDocument`), CTDL, CTDL-ASN, ESCO, SKOS and schema.org as JSON or JSON-LD, and JSON-LD in pages. Otherwise the title and description of the page are used. `targetUrl` is the URL that a JSON document names as its own, or else the URL you sent. Limits: 512 KiB, 10 seconds, 4 redirects, public IP addresses only. Nothing is stored. At most 60 requests per minute and account.',
  body: z.object({
    url: webUrl.meta({ description: 'URL of the skill or standard' }),
    language: language.optional().meta({
      description:
        "Preferred language if several are available, as a BCP 47 tag. Usually the badge's `language`. Defaults to English",
    }),
  }),
  reply: alignment,
  errors: ['address_unreachable', 'address_unreadable'],
  bodyLimit: bodyLimits.small,
  keepsNothing: true,
  examples: { body: { url: example.targetUrl }, reply: example },
});

export const alignmentOperations = { lookUpAlignment } as const;
