import type {
  AttributeDefinition,
  AttributeValue,
  Language,
  OperationBody,
  previewEmailTemplate,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import {
  type EmailContent,
  formatSenderName,
  type MailKind,
  queueMails,
  renderEmail,
} from '../../platform/mail/index.ts';
import type { TakeMails } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import { claimCodeEmail } from '../claims/index.ts';
import { defaultStoredBrand } from '../issuers/index.ts';
import { sampleTexts } from '../previews/index.ts';
import { REMINDER_DAYS, reminderEmail } from '../reminders/index.ts';
import { credentialEmail, type EmailedCredential, lockCredentialToMail } from '../sharing/index.ts';
import { fieldValues, fillTemplates } from './apply.ts';
import {
  dropEmpty,
  findTemplateFieldErrors,
  levelName,
  requireLevel,
  type TemplateDeps,
} from './levels.ts';
import {
  findFieldValues,
  findSampleBadge,
  findTemplates,
  findUserEmail,
  listFieldNames,
  type TemplateLevel,
} from './store.ts';

export type PreviewDeps = TemplateDeps & {
  urls: Urls;
  throttle: Throttle;
  takeMails: TakeMails;
  /** Pattern of the sender name, for example `{issuer} via Insignia`. */
  senderPattern: string;
};

/** To a member of the account, who asked for it. */
export const templateTestMailKind: MailKind = { name: 'template-test' };

const accountLimit: RateLimit = { name: 'email-previews', points: 300, seconds: 60 };
const userLimit: RateLimit = { name: 'template-tests', points: 20, seconds: 3_600 };

type Sample = OperationBody<typeof previewEmailTemplate>;

export async function previewEmail(deps: PreviewDeps, who: Caller, sample: Sample) {
  const { urls, throttle, senderPattern } = deps;
  await throttle.take(accountLimit, who.accountId);
  const email = await createSampleEmail(deps, who, sample);
  // Requested emails have no link to unsubscribe.
  const unsubscribe = sample.message === 'claimCode' ? undefined : urls.unsubscribe('sample');
  const { name = '', email: replyTo = '' } = email.sender ?? {};
  return {
    ...renderEmail(email, urls.base, unsubscribe),
    ...{ sender: formatSenderName(senderPattern, name), replyTo },
  };
}

/** Sends the preview to the signed-in user. */
export async function sendTestEmail(
  deps: PreviewDeps,
  who: Caller,
  sample: Sample,
): Promise<{ mailId: string; to: string }> {
  const { db, clock, throttle, takeMails } = deps;
  const to = await findUserEmail(db, who.personId);
  if (!to) throw new Problem('person_required');
  await throttle.take(userLimit, who.personId);
  const { template: _, ...email } = await createSampleEmail(deps, who, sample);
  const content = { ...email, subject: `[Test] ${email.subject}` };
  const { accountId } = who;
  const about = sample.credentialId && readId(sample.credentialId);
  return db.write(async (trx) => {
    // Erased with the credential, because its subject may contain a name.
    if (about && !(await lockCredentialToMail(trx, about, accountId)))
      throw new Problem('credential_not_found');
    await takeMails(trx, who, 1);
    const mail = { to, email: content, kind: templateTestMailKind, accountId, about };
    const [mailId = ''] = await queueMails(trx, [mail], clock());
    const action = { action: 'testEmailTemplate', target: accountId } as const;
    await recordAction(trx, who, action, clock());
    return { mailId, to };
  });
}

/** Fills in the request's template, else the level's saved one, and those of the levels above. */
async function createSampleEmail(
  deps: PreviewDeps,
  who: Caller,
  sample: Sample,
): Promise<EmailContent> {
  const { db } = deps;
  const { message, language, template } = sample;
  const requested = await requireLevel(db, who, {
    issuerId: readOptionalId(sample.issuerId, 'issuer_not_found'),
    badgeId: readOptionalId(sample.badgeId, 'badge_not_found'),
  });
  const { credential, fields, hasPicture } = sample.credentialId
    ? await readCredential(deps, requested, sample.credentialId, language)
    : await createSampleCredential(deps, requested, language);
  // With a real credential and no unsaved template, the preview is the email that its recipient gets.
  const { issuerId, badgeId } = credential;
  const isWhole = sample.credentialId && !template && levelName(requested) === 'account';
  const level = isWhole ? { accountId: who.accountId, issuerId, badgeId } : requested;
  const saved = await findTemplates(db, level, { message, language });
  const own = template && dropEmpty(template);
  if (own) {
    const details = findTemplateFieldErrors(own, await listFieldNames(db, level)).map(
      ({ path, message: error }) => ({ path: `template.${path}`, message: error }),
    );
    if (details.length > 0) throw new Problem('invalid_request', { details });
  }
  const others = saved.filter((row) => !own || row.level !== levelName(level));
  const templates = [...(own ? [own] : []), ...others.map((row) => row.template)];
  const email = fillTemplates(
    createEmail(deps, sample, credential),
    templates,
    message === 'claimCode' ? {} : fieldValues(fields, language),
  );
  if (hasPicture) return email;
  const { picture: _, ...plain } = email;
  return plain;
}

function readOptionalId(
  text: string | undefined,
  code: 'issuer_not_found' | 'badge_not_found',
): string | undefined {
  if (text === undefined) return undefined;
  const id = readId(text);
  if (!id) throw new Problem(code);
  return id;
}

const sampleCode = '123456';
const dayMs = 86_400_000;

function createEmail(
  { urls, clock }: PreviewDeps,
  { message, language }: Sample,
  credential: EmailedCredential,
): EmailContent {
  const now = clock();
  switch (message) {
    case 'credential':
      return credentialEmail(credential, urls, now);
    case 'reminder': {
      const expires = credential.expires ?? new Date(now.getTime() + REMINDER_DAYS * dayMs);
      return reminderEmail({ ...credential, expires }, urls, now);
    }
    case 'claimCode':
      return claimCodeEmail(credential, sampleCode, urls, language);
  }
}

type SampleContent = {
  credential: EmailedCredential;
  fields: AttributeValue[];
  hasPicture: boolean;
};

/** The account's credential, if it is of this issuer or badge. */
async function readCredential(
  { db }: PreviewDeps,
  { accountId, issuerId, badgeId }: TemplateLevel,
  text: string,
  language: Language,
): Promise<SampleContent> {
  const id = readId(text);
  const found = id ? await lockCredentialToMail(db, id, accountId) : undefined;
  if (!found || (issuerId && found.issuerId !== issuerId) || (badgeId && found.badgeId !== badgeId))
    throw new Problem('credential_not_found');
  const credential = { ...found, brand: { ...found.brand, language } };
  return { credential, fields: await findFieldValues(db, found.id), hasPicture: true };
}

/** No credential has this id, so links to it return 404. */
const sampleId = '00000000-0000-7000-8000-000000000000';

/** A sample credential of the level's badge, or of its newest badge. */
async function createSampleCredential(
  { db, clock }: PreviewDeps,
  level: TemplateLevel,
  language: Language,
): Promise<SampleContent> {
  const now = clock();
  const { recipient, badge } = sampleTexts[language];
  const found = await findSampleBadge(db, level);
  const { brand = defaultStoredBrand, attributes = [], ...shown } = found ?? {};
  const credential = {
    id: sampleId,
    ...{ issuerId: sampleId, issuerName: 'Example Academy', issuerEmail: 'office@academy.example' },
    ...{ linkedinOrganizationId: null, logoCid: null },
    ...shown,
    recipientName: recipient,
    badgeId: found?.badgeId ?? sampleId,
    badgeName: found?.badgeName ?? badge,
    pictureCid: found?.pictureCid ?? '',
    brand: { ...brand, language },
    issuedOn: now,
    expires: new Date(now.getTime() + 365 * dayMs),
  };
  const fields = attributes.map((attribute) => createSampleValue(attribute, now));
  return { credential, fields, hasPicture: Boolean(found?.pictureCid) };
}

function createSampleValue({ name, type }: AttributeDefinition, now: Date): AttributeValue {
  const values = { text: name, number: '95', date: now.toISOString().slice(0, 10) };
  return { name, type, value: values[type] };
}
