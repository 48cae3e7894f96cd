import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { operation } from './operation.ts';
import { nextPage, paged } from './text.ts';

/** One write: who did what, and when (decisions, GET /audit-log). Ids and names of fields, no values. */
const act = z
  .object({
    id: z.string().meta({ description: 'Bare id' }),
    at: z.iso.datetime().meta({ description: 'In UTC' }),
    action: z.string().meta({ description: 'The operation, by its id in this document' }),
    target: z.string().nullable().meta({ description: 'Id of what it was done to' }),
    fields: z.array(z.string()).meta({ description: 'Names of the fields that were given' }),
    actor: z
      .object({
        personId: z.string().meta({ description: 'Bare id' }),
        name: z.string().nullable().meta({ description: 'null when the person is gone' }),
        email: z.string().nullable().meta({ description: 'null when the person is gone' }),
      })
      .nullable()
      .meta({ description: 'null when a link in a mail did it' }),
    key: z
      .object({
        keyId: z.string().meta({ description: 'Bare id' }),
        name: z.string().nullable().meta({ description: 'null when the key is gone' }),
      })
      .nullable()
      .meta({ description: 'The API key that it was done with; null without one' }),
  })
  .meta({ id: 'Act' });

export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  path: '/audit-log',
  access: { who: 'caller', scope: 'read', role: 'admin' },
  tag: 'Account',
  summary: 'Who did what, newest first',
  description:
    'Every write of the account, 50 a page, kept for 400 days: ids and names of fields, no values.',
  query: paged,
  reply: z.object({
    items: z.array(act).meta({ description: 'Writes, newest first' }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      items: [
        {
          id: exampleIds.auditEntry,
          at: '2026-03-01T09:30:00.000Z',
          action: 'createBadge',
          target: exampleIds.badgeGuid,
          fields: ['name', 'description', 'criteria', 'image', 'issuerId'],
          actor: {
            personId: exampleIds.person,
            name: 'Ada Example',
            email: 'ada@example.org',
          },
          key: { keyId: exampleIds.key, name: 'Course platform' },
        },
      ],
    },
  },
});
