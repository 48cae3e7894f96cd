import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation } from './operation.ts';
import { line } from './text.ts';

const pixels = z.coerce.number<number>().int().min(1).max(10_000).optional();
const { home, awardGuid } = exampleIds;

/** oEmbed 1.0: request §2.2, "rich" response §2.3.4.4. Lengths in CSS pixels. */
export const oembed = defineOperation({
  id: 'oembed',
  since: '1.0',
  method: 'GET',
  path: '/oembed',
  access: 'public',
  tag: 'Public documents',
  summary: "How to show a credential's page on another site (oEmbed 1.0)",
  description:
    'What content management systems ask for when somebody pastes the address of a page. The frame fits into `maxwidth` and `maxheight`.',
  query: z.object({
    url: line({ max: 2_048 }).meta({ description: "Address of a credential's page" }),
    maxwidth: pixels.meta({ description: 'Width that there is room for, in pixels' }),
    maxheight: pixels.meta({ description: 'Height that there is room for, in pixels' }),
    format: z.enum(['json']).optional().meta({ description: 'JSON only' }),
  }),
  reply: z
    .object({
      version: z.literal('1.0').meta({ description: 'Of oEmbed' }),
      type: z.literal('rich').meta({ description: 'HTML' }),
      provider_name: z.string().meta({ description: 'This service' }),
      provider_url: z.string().meta({ description: 'Address of this service' }),
      title: z.string().meta({ description: 'What the page is called' }),
      author_name: z.string().meta({ description: 'The issuer' }),
      author_url: z.string().meta({ description: "The issuer's own site" }),
      html: z.string().meta({ description: 'A frame to put into a page' }),
      width: z.int().meta({ description: 'Of the frame, in pixels' }),
      height: z.int().meta({ description: 'Of the frame, in pixels' }),
      thumbnail_url: z.string().meta({ description: 'Picture for previews' }),
      thumbnail_width: z.int().meta({ description: 'In pixels' }),
      thumbnail_height: z.int().meta({ description: 'In pixels' }),
      cache_age: z.int().meta({ description: 'Seconds' }),
    })
    .meta({ id: 'Oembed' }),
  errors: ['credential_not_found', 'credential_gone'],
  anyOrigin: true,
  examples: {
    query: { url: `${home}/credentials/${awardGuid}` },
    reply: {
      version: '1.0',
      type: 'rich',
      provider_name: 'Insignia',
      provider_url: home,
      title: 'First steps: Ada Lovelace',
      author_name: 'Example Academy',
      author_url: 'https://academy.example.org',
      html: `<iframe src="${home}/credentials/${awardGuid}/embed" width="480" height="200" style="border:0;max-width:100%" title="First steps: Ada Lovelace" loading="lazy"></iframe>`,
      width: 480,
      height: 200,
      thumbnail_url: `${home}/credentials/${awardGuid}/card.png?v=1`,
      thumbnail_width: 1_200,
      thumbnail_height: 630,
      cache_age: 300,
    },
  },
});
