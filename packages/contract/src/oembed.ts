import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation } from './operation.ts';
import { line } from './text.ts';

const pixels = z.coerce.number<number>().int().min(1).max(10_000).optional();
const { home, awardGuid } = exampleIds;

/** oEmbed 1.0: request §2.2, "rich" response §2.3.4.4. Lengths in CSS pixels. */
export const oembed = defineOperation({
  id: 'oembed',
  noun: 'documents.oembed',
  since: '1.0',
  method: 'GET',
  path: '/oembed',
  access: 'public',
  tag: 'Public documents',
  summary: 'Get the embed code of a credential (oEmbed 1.0)',
  description:
    "Used by content management systems when someone pastes the URL of a credential's page. The frame fits `maxwidth` and `maxheight`.",
  query: z.object({
    url: line({ max: 2_048 }).meta({ description: "URL of a credential's page" }),
    maxwidth: pixels.meta({ description: 'Maximum width in pixels' }),
    maxheight: pixels.meta({ description: 'Maximum height in pixels' }),
    format: z.enum(['json']).optional().meta({ description: 'JSON only' }),
  }),
  reply: z
    .object({
      version: z.literal('1.0').meta({ description: 'oEmbed version' }),
      type: z.literal('rich').meta({ description: 'HTML' }),
      provider_name: z.string().meta({ description: 'Name of this service' }),
      provider_url: z.string().meta({ description: 'URL of this service' }),
      title: z.string().meta({ description: 'Title of the page' }),
      author_name: z.string().meta({ description: 'Name of the issuer' }),
      author_url: z.string().meta({ description: 'Website of the issuer' }),
      html: z.string().meta({ description: 'HTML of the frame' }),
      width: z.int().meta({ description: 'In pixels' }),
      height: z.int().meta({ description: 'In pixels' }),
      thumbnail_url: z.string().meta({ description: 'Preview image' }),
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

export const oembedOperations = { oembed } as const;
