import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { importStatus } from './imports.ts';
import { auditTargetKinds, defineOperation } from './operation.ts';
import { idOrUrl, line, nextPage, paged } from './text.ts';

/** Actions of the service, and of the operator's command line, that no operation performs. */
export const operatorActions = [
  'createAccount',
  'changePlan',
  'sendPasswordLink',
  'disablePerson',
  'enablePerson',
  'removeSecondFactor',
  'lockSecondFactor',
  'disableSso',
  'enableSso',
  'unlinkSso',
  'disableLti',
  'enableLti',
  'exportIssuer',
  'importIssuer',
  'closeIssuer',
  'reopenIssuer',
  'retryJob',
  'dropJob',
  'releaseHeld',
  'giveUpHeld',
] as const;
export type OperatorAction = (typeof operatorActions)[number];

/** Effects of sign-ins that no operation performs. */
export const signInActions = [
  'linkSso',
  'joinBySso',
  'changeRoleBySso',
  'refuseSso',
  'useBreakGlass',
  'loseSsoDomain',
  'refreshSsoMetadata',
  'refuseLti',
  'registerLtiPlatform',
  'chooseCourseBadge',
] as const;
export type SignInAction = (typeof signInActions)[number];

/** Actions of a directory that provisions the account by SCIM. */
export const directoryActions = [
  'provisionMember',
  'changeProvisionedMember',
  'deprovisionMember',
  'restoreMember',
  'changeProvisionedRole',
  'createDirectoryGroup',
  'changeDirectoryGroup',
  'deleteDirectoryGroup',
] as const;
export type DirectoryAction = (typeof directoryActions)[number];

const about = z
  .object({
    kind: z.enum(auditTargetKinds).meta({ description: 'Kind of target' }),
    name: z.string().nullable().meta({
      description:
        "Current name of the account, issuer, badge, key or member, or the webhook URL. Deleted issuers, badges and keys keep their last name; deleted members and webhooks have null. Always null for credentials, because the log doesn't show recipients",
    }),
    badge: z
      .object({
        badgeId: z.string().meta({ description: 'ID' }),
        name: z.string().meta({ description: 'Current name' }),
      })
      .nullable()
      .meta({ description: 'For credentials, imports and emails: the badge they have in common' }),
    import: importStatus
      .pick({
        ...{ status: true, dryRun: true, action: true },
        ...{ issued: true, corrected: true, failed: true },
      })
      .nullable()
      .meta({ description: 'For an import: its current status, while it is stored' }),
    count: z.int().nullable().meta({
      description: 'Number of credentials of a bulk operation, or rows of an import',
    }),
  })
  .meta({ id: 'ActAbout' });

/**
 * One write: who did what, and when. Contains ids and field names, never values (decisions, GET
 * /audit-log).
 */
const act = z
  .object({
    id: z.string().meta({ description: 'ID' }),
    at: z.iso.datetime().meta({ description: 'In UTC' }),
    action: z.string().meta({
      description: `Operation ID from this document, an operator action: ${operatorActions.join(', ')}; an effect of a sign-in or check: ${signInActions.join(', ')}; or an action of your directory: ${directoryActions.join(', ')}`,
    }),
    target: z
      .string()
      .nullable()
      .meta({ description: 'ID of the target, or the reference of a refused sign-in' }),
    about: about.nullable().meta({ description: 'Details of `target`' }),
    fields: z.array(z.string()).meta({
      description: 'Names of the fields in the request, or the reason of a refused sign-in',
    }),
    actor: z
      .object({
        personId: z.string().meta({ description: 'ID' }),
        name: z.string().nullable().meta({ description: 'null if the user was deleted' }),
        email: z.string().nullable().meta({
          description:
            'As a member. null if the user was deleted, or left and has addresses in `/my`',
        }),
      })
      .nullable()
      .meta({
        description: 'null if it was done by an emailed link, the operator or your directory',
      }),
    byOperator: z
      .boolean()
      .meta({ description: 'Whether the operator did it on the command line' }),
    key: z
      .object({
        keyId: z.string().meta({ description: 'ID' }),
        name: z.string().nullable().meta({ description: 'null if the key was deleted' }),
      })
      .nullable()
      .meta({ description: 'API key or provisioning token that made the request, or null' }),
  })
  .meta({ id: 'Act' });

const moment = line({ max: 40 });

const listAuditLog = defineOperation({
  id: 'listAuditLog',
  noun: 'auditLog.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/audit-log',
  access: { who: 'caller', scope: 'read', role: 'admin' },
  tag: 'Account',
  summary: 'List audit log entries',
  description:
    'Returns every write of the account, newest first, 50 per page. Entries contain IDs and field names, but no values. They are kept for 400 days and then until the end of that month. Names are the current ones, unless the target was deleted.',
  query: paged.extend({
    personId: idOrUrl
      .optional()
      .meta({ description: 'Only changes by this user, with or without a key (`GET /members`)' }),
    action: line({ max: 40 })
      .optional()
      .meta({ description: 'Only this operation, by its ID in this document' }),
    since: moment
      .optional()
      .meta({ description: 'Only entries at or after this ISO 8601 date or date-time' }),
    until: moment
      .optional()
      .meta({ description: 'Only entries at or before this ISO 8601 date or date-time' }),
  }),
  reply: z.object({
    items: z.array(act).meta({ description: 'Entries, newest first' }),
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

export const auditOperations = { listAuditLog } as const;
