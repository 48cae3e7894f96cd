import { z } from 'zod';
import { endDate } from './claims.ts';
import { exampleIds } from './examples.ts';
import { defineOperation, ownAccess } from './operation.ts';
import { idOrUrl, line, prose } from './text.ts';

const tag = 'My credentials';

/** Collections of one user. */
export const MAX_COLLECTIONS = 100;
export const MAX_SELECTED = 500;
export const collectionLimits = { name: 200, description: 2_000 } as const;

export const selectedCredentials = z
  .array(idOrUrl)
  .max(MAX_SELECTED, `must have at most ${MAX_SELECTED} credentials`);

const fields = {
  name: line({ max: collectionLimits.name }).meta({ description: 'Name, shown on the page' }),
  description: prose({ min: 0, max: collectionLimits.description }).meta({
    description: `Text on the page. At most ${collectionLimits.description} characters`,
  }),
  credentials: selectedCredentials.meta({
    description: `Your credentials in the order shown, at most ${MAX_SELECTED}`,
  }),
};

const collection = z
  .object({
    collectionId: z.string().meta({ description: 'ID' }),
    name: z.string().meta({ description: 'Name' }),
    description: z.string().meta({ description: 'Text on the page' }),
    credentials: z.array(z.string()).meta({
      description: 'URLs of the credentials. Those that are no longer yours are missing',
    }),
    link: z.string().nullable().meta({ description: 'URL of the page; null if not shared' }),
    expires: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'End of sharing, in UTC; null means never' }),
  })
  .meta({ id: 'Collection' });

const example = {
  collectionId: exampleIds.collection,
  ...{ name: 'Mathematics', description: 'What I learned in 1843.' },
  credentials: [exampleIds.award],
  link: `${exampleIds.home}/collections/q83vBGoJ0kYdXcNbGm3fTg`,
  expires: null,
};

const listCollections = defineOperation({
  id: 'listCollections',
  noun: 'my.collections',
  since: '1.0',
  method: 'GET',
  path: '/my/collections',
  access: ownAccess,
  tag,
  summary: 'List your collections',
  description: `Newest first. At most ${MAX_COLLECTIONS}.`,
  reply: z.object({
    items: z
      .array(collection.omit({ credentials: true }))
      .meta({ description: 'All of them, newest first' }),
  }),
  examples: { reply: { items: [(({ credentials: _, ...rest }) => rest)(example)] } },
});

export const createCollection = defineOperation({
  id: 'createCollection',
  noun: 'my.createCollection',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/my/collections',
  access: ownAccess,
  tag,
  summary: 'Create a collection',
  description: `A page with credentials that you select. It isn’t shared yet. At most ${MAX_COLLECTIONS} per user.`,
  body: z.object({
    name: fields.name,
    description: fields.description.default(''),
    credentials: fields.credentials.default([]),
  }),
  reply: collection,
  status: 201,
  errors: ['collection_limit_reached', 'credential_not_found'],
  examples: {
    body: { name: example.name, description: example.description },
    reply: { ...example, credentials: [], link: null },
  },
});

const byId = {
  params: z.object({ collectionId: idOrUrl }),
  ids: { collectionId: 'collection_not_found' },
} as const;

const getCollection = defineOperation({
  ...byId,
  id: 'getCollection',
  noun: 'my.collection',
  since: '1.0',
  method: 'GET',
  path: '/my/collections/:collectionId',
  access: ownAccess,
  tag,
  summary: 'Get a collection',
  description: 'Erased credentials, and those of removed addresses, are missing.',
  reply: collection,
  examples: { reply: example },
});

export const updateCollection = defineOperation({
  ...byId,
  id: 'updateCollection',
  noun: 'my.updateCollection',
  audit: null,
  since: '1.0',
  method: 'PUT',
  path: '/my/collections/:collectionId',
  access: ownAccess,
  tag,
  summary: 'Change or share a collection',
  description:
    'Absent fields stay as they are. Sharing gives a URL that can’t be guessed. After you stop sharing, or after `expires`, that URL is 410 for good; sharing again gives a new one, at most 1,000 times.',
  body: z.object({
    name: fields.name.optional(),
    description: fields.description.optional(),
    credentials: fields.credentials.optional(),
    shared: z.boolean().optional().meta({ description: 'Whether the page is public' }),
    expires: endDate.nullable().optional().meta({
      description: 'End of sharing, such as 2027-03-01; null means never',
    }),
  }),
  reply: collection,
  errors: ['collection_limit_reached', 'credential_not_found'],
  examples: { body: { shared: true }, reply: example },
});

const deleteCollection = defineOperation({
  ...byId,
  id: 'deleteCollection',
  noun: 'my.deleteCollection',
  audit: null,
  since: '1.0',
  method: 'DELETE',
  path: '/my/collections/:collectionId',
  access: ownAccess,
  tag,
  summary: 'Delete a collection',
  description:
    'The page of the collection returns 404 from then on. The credentials stay as they are.',
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { deleted: true } },
});

export const collectionOperations = {
  listCollections,
  createCollection,
  getCollection,
  updateCollection,
  deleteCollection,
} as const;
