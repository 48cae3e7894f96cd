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
  since: '1.0',
  method: 'POST',
  path: '/alignments/lookup',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'Read a skill or standard from its address',
  description:
    'What the page or document at a public address says of itself, as an item for a badge’s `alignment`, to be looked over before it is sent. It reads IMS CASE (`CFItem`, `CFDocument`), CTDL and CTDL-ASN, ESCO, SKOS and schema.org as JSON or JSON-LD, JSON-LD within pages, and else a page’s title and description. `targetUrl` is the address that a JSON document calls its own, else the one that was given. At most 512 KiB are read, within 10 seconds, over at most 4 redirects, none of which may lead to a private address. Nothing is kept. At most 60 a minute for an account.',
  body: z.object({
    url: webUrl.meta({ description: 'Where it is described' }),
    language: language.optional().meta({
      description:
        'Of the words, where there are several: a BCP 47 tag, such as the badge’s `language`; English by default',
    }),
  }),
  reply: alignment,
  errors: ['address_unreachable', 'address_unreadable'],
  bodyLimit: bodyLimits.small,
  keepsNothing: true,
  examples: { body: { url: example.targetUrl }, reply: example },
});
