import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { importStatus } from './imports.ts';
import { defineOperation } from './operation.ts';
import { idOrUrl, line, nextPage, paged } from './text.ts';

export const auditTargetKinds = [
  'account',
  'issuer',
  'badge',
  'credential',
  'import',
  'mail',
  'key',
  'member',
  'webhook',
] as const;

/** Actions of the operator's command line that no operation performs. */
export const operatorActions = [
  'createAccount',
  'changePlan',
  'sendPasswordLink',
  'disablePerson',
  'enablePerson',
  'retryJob',
  'dropJob',
  'releaseHeld',
  'giveUpHeld',
] as const;
export type OperatorAction = (typeof operatorActions)[number];

const about = z
  .object({
    kind: z.enum(auditTargetKinds).meta({ description: 'What it was done to' }),
    name: z.string().nullable().meta({
      description:
        'Of an account, issuer, badge, key or member, the URL of a webhook: as it is now, or was when it was deleted. Credentials have none: recipients are not told here',
    }),
    badge: z
      .object({
        badgeId: z.string().meta({ description: 'Bare id' }),
        name: z.string().meta({ description: 'As it is now' }),
      })
      .nullable()
      .meta({ description: 'Of credentials, imports and mails: the one badge of all of them' }),
    import: importStatus
      .pick({ status: true, dryRun: true, issued: true, failed: true })
      .nullable()
      .meta({ description: 'Of an import, while it is kept: how it stands now' }),
    count: z.int().nullable().meta({
      description: 'How many credentials, where it was done to many at once, rows of an import',
    }),
  })
  .meta({ id: 'ActAbout' });

/**
 * One write: who did what, and when. Contains ids and field names, never values (decisions, GET
 * /audit-log).
 */
const act = z
  .object({
    id: z.string().meta({ description: 'Bare id' }),
    at: z.iso.datetime().meta({ description: 'In UTC' }),
    action: z.string().meta({
      description: `The operation, by its id in this document; or what only the operator of the service does: ${operatorActions.join(', ')}`,
    }),
    target: z.string().nullable().meta({ description: 'Id of what it was done to' }),
    about: about
      .nullable()
      .meta({ description: 'What `target` is; names in it are null once it is gone' }),
    fields: z.array(z.string()).meta({ description: 'Names of the fields that were given' }),
    actor: z
      .object({
        personId: z.string().meta({ description: 'Bare id' }),
        name: z.string().nullable().meta({ description: 'null when the person is gone' }),
        email: z.string().nullable().meta({ description: 'null when the person is gone' }),
      })
      .nullable()
      .meta({ description: 'null when a link in a mail did it, or the operator of the service' }),
    byOperator: z
      .boolean()
      .meta({ description: 'Whether the operator of the service did it, from its command line' }),
    key: z
      .object({
        keyId: z.string().meta({ description: 'Bare id' }),
        name: z.string().nullable().meta({ description: 'null when the key is gone' }),
      })
      .nullable()
      .meta({ description: 'The API key that it was done with; null without one' }),
  })
  .meta({ id: 'Act' });

const moment = line({ max: 40 });

export const listAuditLog = defineOperation({
  id: 'listAuditLog',
  since: '1.0',
  method: 'GET',
  path: '/audit-log',
  access: { who: 'caller', scope: 'read', role: 'admin' },
  tag: 'Account',
  summary: 'Who did what, newest first',
  description:
    'Every write of the account, 50 a page, kept for 400 days and the rest of their month: ids and names of fields, no values. Names are those of today.',
  query: paged.extend({
    personId: idOrUrl
      .optional()
      .meta({ description: 'Only what this person did, with whatever key (`GET /members`)' }),
    action: line({ max: 40 })
      .optional()
      .meta({ description: 'Only this operation, by its id in this document' }),
    since: moment
      .optional()
      .meta({ description: 'Done then or later: ISO 8601 date or date-time' }),
    until: moment
      .optional()
      .meta({ description: 'Done then or earlier: ISO 8601 date or date-time' }),
  }),
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
          about: { kind: 'badge', name: 'First steps', badge: null, import: null, count: null },
          fields: ['name', 'description', 'criteria', 'image', 'issuerId'],
          actor: {
            personId: exampleIds.person,
            name: 'Ada Example',
            email: 'ada@example.org',
          },
          byOperator: false,
          key: { keyId: exampleIds.key, name: 'Course platform' },
        },
      ],
    },
  },
});
