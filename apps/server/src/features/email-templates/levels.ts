import {
  type EmailMessage,
  type EmailTemplate,
  type EmailTemplates,
  type ErrorDetail,
  emailMessages,
  fieldPlaceholder,
  findPlaceholders,
  foldPlaceholder,
  type Language,
  languages,
  type OperationBody,
  type updateEmailTemplates as operation,
  templateFields,
  templatePlaceholders,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { recordAction } from '../audit/index.ts';
import { getClaimTexts } from '../claims/index.ts';
import { hasIssuer } from '../issuers/index.ts';
import { formatTimeLeft, getReminderTexts, REMINDER_DAYS } from '../reminders/index.ts';
import { getEmailTexts } from '../sharing/index.ts';
import {
  deleteTemplates,
  findBadgeIssuerId,
  findTemplates,
  type LevelRow,
  listFieldNames,
  lockLevel,
  saveTemplates,
  type TemplateLevel,
  type TemplateRow,
} from './store.ts';

export type TemplateDeps = { db: Database; clock: Clock };

/** Ids in a request's path or body. With both, the badge must be the issuer's. */
export type LevelIds = { issuerId?: string | undefined; badgeId?: string | undefined };

/** The level of these ids within the caller's account. */
export async function requireLevel(
  db: Database | Trx,
  { accountId }: Caller,
  { issuerId, badgeId }: LevelIds,
): Promise<TemplateLevel> {
  if (badgeId !== undefined) {
    const found = await findBadgeIssuerId(db, accountId, badgeId);
    if (!found) throw new Problem('badge_not_found');
    if (issuerId !== undefined && issuerId !== found) throw new Problem('issuer_not_found');
    return { accountId, issuerId: found, badgeId };
  }
  if (issuerId === undefined) return { accountId };
  if (!(await hasIssuer(db, accountId, issuerId))) throw new Problem('issuer_not_found');
  return { accountId, issuerId };
}

export const levelName = ({ issuerId, badgeId }: TemplateLevel): LevelRow['level'] =>
  badgeId ? 'badge' : issuerId ? 'issuer' : 'account';

type TemplatesReply = {
  templates: EmailTemplates;
  inherited: EmailTemplates;
  placeholders: Record<EmailMessage, string[]>;
};

export async function readTemplates(
  db: Database | Trx,
  level: TemplateLevel,
): Promise<{ answer: TemplatesReply; etag: string }> {
  const rows = await findTemplates(db, level);
  const own = rows.filter((row) => row.level === levelName(level));
  const above = rows.filter((row) => row.level !== levelName(level));
  const fields = await listFieldNames(db, level);
  const answer = {
    templates: groupTemplates(own),
    inherited: mergeWithDefaults(above),
    placeholders: listPlaceholders(fields),
  };
  const { templates, inherited, placeholders } = answer;
  const etag = computeEtag([listTexts(templates), listTexts(inherited), placeholders]);
  return { answer, etag };
}

/** All texts in a fixed order. */
const listTexts = (templates: EmailTemplates) =>
  emailMessages.flatMap((message) =>
    languages.flatMap((language) =>
      templateFields.map((field) => templates[message]?.[language]?.[field] ?? null),
    ),
  );

function listPlaceholders(fields: string[]): Record<EmailMessage, string[]> {
  const list = (message: EmailMessage) => [
    ...templatePlaceholders[message],
    ...(message === 'claimCode' ? [] : fields.map((name) => `${fieldPlaceholder}${name}`)),
  ];
  return {
    credential: list('credential'),
    reminder: list('reminder'),
    claimCode: list('claimCode'),
  };
}

function groupTemplates(rows: TemplateRow[]): EmailTemplates {
  const templates: EmailTemplates = {};
  for (const { message, language, template } of rows)
    templates[message] = { ...templates[message], [language]: template };
  return templates;
}

/** `rows` are the most specific first. */
function mergeWithDefaults(rows: TemplateRow[]): EmailTemplates {
  const all = emailMessages.flatMap((message) =>
    languages.map((language) => {
      const found = rows.filter((row) => row.message === message && row.language === language);
      const levels = found.map(({ template }) => template).reverse();
      const template = Object.assign({}, getDefaultTemplate(message, language), ...levels);
      return { message, language, template };
    }),
  );
  return groupTemplates(all);
}

/** The default texts, with placeholders in place of the values. */
function getDefaultTemplate(message: EmailMessage, language: Language): EmailTemplate {
  const [badge, issuer, name] = ['{{badge_name}}', '{{issuer_name}}', '{{recipient_name}}'];
  const { credential, view } = getEmailTexts(language);
  switch (message) {
    case 'credential':
      return {
        subject: credential.subject(badge),
        greeting: credential.congratulations(name),
        text: credential.awarded(issuer, badge),
        button: view,
      };
    case 'reminder': {
      const t = getReminderTexts(language);
      const day = '{{expires}}';
      const until = formatTimeLeft(language, REMINDER_DAYS, '{{days_left}}');
      return {
        subject: t.subject(badge, day),
        greeting: t.dear(name),
        text: [t.words(issuer, badge, day, until), t.next(issuer)].join('\n\n'),
        button: view,
      };
    }
    case 'claimCode': {
      const { mail: t } = getClaimTexts(language);
      return { subject: t.subject(badge), text: t.words(issuer, badge) };
    }
  }
}

type Change = OperationBody<typeof operation>;

/** Stores the templates of a change. Emails in the queue use them too. */
export async function updateTemplates(
  { db, clock }: TemplateDeps,
  who: Caller,
  ids: LevelIds,
  change: Change,
  assertMatches: AssertMatches,
): Promise<{ answer: TemplatesReply; etag: string }> {
  return db.write(async (trx) => {
    const level = await lockExistingLevel(trx, who, ids);
    assertMatches((await readTemplates(trx, level)).etag);
    const rows = readChange(change);
    const errors = findFieldErrors(rows, await listFieldNames(trx, level));
    if (errors.length > 0) throw new Problem('invalid_request', { details: errors });
    await saveTemplates(trx, level, rows);
    const { action, target } = describeAction('update', level);
    if (rows.length > 0) await recordAction(trx, who, { action, target, fields: change }, clock());
    return readTemplates(trx, level);
  });
}

async function lockExistingLevel(trx: Trx, who: Caller, ids: LevelIds): Promise<TemplateLevel> {
  const level = await requireLevel(trx, who, ids);
  if (!(await lockLevel(trx, level)))
    throw new Problem(level.badgeId ? 'badge_not_found' : 'issuer_not_found');
  return level;
}

export async function removeTemplates(
  { db, clock }: TemplateDeps,
  who: Caller,
  ids: LevelIds,
): Promise<{ deleted: true }> {
  await db.write(async (trx) => {
    const level = await lockExistingLevel(trx, who, ids);
    await deleteTemplates(trx, level);
    await recordAction(trx, who, describeAction('delete', level), clock());
  });
  return { deleted: true };
}

function describeAction(
  verb: 'update' | 'delete',
  { accountId, issuerId, badgeId }: TemplateLevel,
) {
  if (badgeId) return { action: `${verb}BadgeEmailTemplates`, target: badgeId } as const;
  if (issuerId) return { action: `${verb}IssuerEmailTemplates`, target: issuerId } as const;
  return { action: `${verb}EmailTemplates`, target: accountId } as const;
}

function readChange(change: Change): TemplateRow[] {
  return emailMessages.flatMap((message) =>
    languages.flatMap((language) => {
      const template = change[message]?.[language];
      return template === undefined
        ? []
        : [{ message, language, template: dropEmpty(template ?? {}) }];
    }),
  );
}

/** An empty text falls back, like an absent one. */
export function dropEmpty(template: EmailTemplate): EmailTemplate {
  return Object.fromEntries(Object.entries(template).filter(([, text]) => Boolean(text)));
}

/** Errors of custom fields that no badge of the level has. */
function findFieldErrors(rows: TemplateRow[], names: string[]): ErrorDetail[] {
  return rows.flatMap(({ message, language, template }) =>
    findTemplateFieldErrors(template, names).map(({ path, message: error }) => ({
      path: `${message}.${language}.${path}`,
      message: error,
    })),
  );
}

export function findTemplateFieldErrors(template: EmailTemplate, names: string[]): ErrorDetail[] {
  const known = new Set(names.map((name) => foldPlaceholder(`${fieldPlaceholder}${name}`)));
  return templateFields.flatMap((field) => {
    const unknown = findPlaceholders(template[field] ?? '').find(
      (name) => name.startsWith(fieldPlaceholder) && !known.has(foldPlaceholder(name)),
    );
    if (unknown === undefined) return [];
    const remedy =
      names.length > 0
        ? `Custom fields are ${names.slice(0, 20).join(', ')}`
        : 'Add the field to the badge first, or remove the placeholder';
    return [{ path: field, message: `has the unknown custom field {{${unknown}}}. ${remedy}` }];
  });
}
