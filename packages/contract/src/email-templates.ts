import { z } from 'zod';
import { type Language, languages } from './brands.ts';
import {
  describeTemplateError,
  type EmailMessage,
  emailMessages,
  hasTemplateField,
  type TemplateField,
  templateFields,
  templateLimits,
  templatePlaceholders,
} from './email-wording.ts';
import { exampleIds } from './examples.ts';
import { type Access, accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl, line, prose } from './text.ts';

const tag = 'Email templates';

const descriptions: Record<TemplateField, string> = {
  subject: 'Subject and heading, one line',
  greeting: 'First line',
  text: 'Text before the button. A blank line starts a paragraph. If a placeholder has no value, its line is left out',
  button: 'Label of the button',
};

const createField = (message: EmailMessage, field: TemplateField) => {
  const max = templateLimits[field];
  const schema = field === 'text' ? prose({ min: 0, max }) : line({ min: 0, max });
  return schema
    .refine((text) => describeTemplateError(message, text) === undefined, {
      error: ({ input }) => describeTemplateError(message, String(input)) ?? '',
    })
    .refine((text) => text === '' || hasTemplateField(message, field), {
      error: 'is not part of this email, which shows a code instead. Remove it',
    })
    .optional()
    .meta({ description: `${descriptions[field]}. Empty or absent: the next level’s` });
};

const createTemplateSchema = (message: EmailMessage) =>
  z.object({
    subject: createField(message, 'subject'),
    greeting: createField(message, 'greeting'),
    text: createField(message, 'text'),
    button: createField(message, 'button'),
  });

const messageTexts: Record<EmailMessage, string> = {
  credential: 'The email with a credential',
  reminder: 'The reminder 30 and 7 days before a credential expires',
  claimCode: 'The email with the code for a claim page',
};

const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  ar: 'Arabic',
};

const createLanguagesSchema = (message: EmailMessage) => {
  const template = createTemplateSchema(message);
  const inLanguage = (language: Language) =>
    template.nullish().meta({
      description: `In ${languageNames[language]}. Replaces the template; null removes it`,
    });
  return z
    .object({
      en: inLanguage('en'),
      de: inLanguage('de'),
      fr: inLanguage('fr'),
      es: inLanguage('es'),
      ar: inLanguage('ar'),
    })
    .optional()
    .meta({ description: `${messageTexts[message]}, by language` });
};

const change = z.object({
  credential: createLanguagesSchema('credential'),
  reminder: createLanguagesSchema('reminder'),
  claimCode: createLanguagesSchema('claimCode'),
});

const savedTemplate = z
  .object({
    subject: z.string().optional().meta({ description: descriptions.subject }),
    greeting: z.string().optional().meta({ description: descriptions.greeting }),
    text: z.string().optional().meta({ description: descriptions.text }),
    button: z.string().optional().meta({ description: descriptions.button }),
  })
  .meta({ id: 'EmailTemplate' });

const describeLanguage = (language: Language) =>
  savedTemplate.optional().meta({ description: `In ${languageNames[language]}` });
const saved = z
  .object({
    en: describeLanguage('en'),
    de: describeLanguage('de'),
    fr: describeLanguage('fr'),
    es: describeLanguage('es'),
    ar: describeLanguage('ar'),
  })
  .meta({ id: 'EmailTemplatesByLanguage' });

const byMessage = {
  credential: saved.optional().meta({ description: messageTexts.credential }),
  reminder: saved.optional().meta({ description: messageTexts.reminder }),
  claimCode: saved.optional().meta({ description: messageTexts.claimCode }),
};
const names = z.array(z.string());

const reply = z
  .object({
    templates: z.object(byMessage).meta({ description: 'Templates of this level' }),
    inherited: z.object(byMessage).meta({
      description:
        'Texts of the fields that this level doesn’t set: from the levels above, else the default texts. Complete, in every language',
    }),
    placeholders: z
      .object({
        credential: names.meta({ description: 'Placeholders of this email, without braces' }),
        reminder: names.meta({ description: 'Placeholders of this email, without braces' }),
        claimCode: names.meta({ description: 'Placeholders of this email, without braces' }),
      })
      .meta({ description: 'Placeholders by email, with the custom fields of the badges' }),
  })
  .meta({ id: 'EmailTemplates' });

const exampleTemplate = {
  subject: 'Congratulations, {{recipient_name}}!',
  text: '{{issuer_name}} has awarded you “{{badge_name}}”.\n\nIt is valid until {{expires}}.',
} as const;
const exampleBody = { credential: { en: exampleTemplate } } as const;
const exampleReply = {
  templates: exampleBody,
  inherited: { credential: { en: { ...exampleTemplate, button: 'View credential' } } },
  placeholders: {
    credential: [...templatePlaceholders.credential, 'field:Grade'],
    reminder: [...templatePlaceholders.reminder, 'field:Grade'],
    claimCode: [...templatePlaceholders.claimCode],
  },
};

const getText =
  'Each field of an email to recipients comes from the most specific template that sets it: the badge’s, then the issuer’s, then the account’s, then the default text. Templates apply to emails in their language.';
const updateText =
  'Emails and languages that you omit stay unchanged. Texts are plain, with placeholders such as `{{recipient_name}}`; GET lists them in `placeholders`. Unknown placeholders and markup are rejected. Emails sent from now on use the change, including those in the queue. Send `If-Match` to avoid overwriting someone else’s changes.';
const deleteText = 'Removes the templates of this level in all languages.';
const deleted = z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) });
const examples = { reply: exampleReply };
const updateExamples = { body: exampleBody, reply: exampleReply };
const deleteExamples = { reply: { deleted: true } };

const byIssuer = z.object({ issuerId: idOrUrl });
const issuerIds = { issuerId: 'issuer_not_found' } as const;
const byBadge = z.object({ badgeId: idOrUrl });
const badgeIds = { badgeId: 'badge_not_found' } as const;

const getEmailTemplates = defineOperation({
  id: 'getEmailTemplates',
  noun: 'emailTemplates.get',
  since: '1.0',
  method: 'GET',
  path: '/email-templates',
  access: accountReadAccess,
  tag,
  summary: 'Get the email templates of an account',
  description: getText,
  tagged: true,
  reply,
  examples,
});

export const updateEmailTemplates = defineOperation({
  id: 'updateEmailTemplates',
  noun: 'emailTemplates.update',
  audit: 'account',
  since: '1.0',
  method: 'PUT',
  path: '/email-templates',
  access: accountEditAccess,
  tag,
  summary: 'Update the email templates of an account',
  description: `For all its issuers and badges. ${updateText}`,
  tagged: true,
  body: change,
  reply,
  examples: updateExamples,
});

const deleteEmailTemplates = defineOperation({
  id: 'deleteEmailTemplates',
  noun: 'emailTemplates.delete',
  audit: 'account',
  since: '1.0',
  method: 'DELETE',
  path: '/email-templates',
  access: accountEditAccess,
  tag,
  summary: 'Delete the email templates of an account',
  description: `${deleteText} Templates of issuers and badges stay.`,
  reply: deleted,
  examples: deleteExamples,
});

const getIssuerEmailTemplates = defineOperation({
  id: 'getIssuerEmailTemplates',
  noun: 'issuers.emailTemplates',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/email-templates',
  access: accountReadAccess,
  tag,
  summary: 'Get the email templates of an issuer',
  description: getText,
  params: byIssuer,
  ids: issuerIds,
  tagged: true,
  reply,
  examples,
});

const updateIssuerEmailTemplates = defineOperation({
  id: 'updateIssuerEmailTemplates',
  noun: 'issuers.updateEmailTemplates',
  audit: 'issuer',
  since: '1.0',
  method: 'PUT',
  path: '/issuers/:issuerId/email-templates',
  access: accountEditAccess,
  tag,
  summary: 'Update the email templates of an issuer',
  description: `For all its badges. ${updateText}`,
  params: byIssuer,
  ids: issuerIds,
  tagged: true,
  body: change,
  reply,
  examples: updateExamples,
});

const deleteIssuerEmailTemplates = defineOperation({
  id: 'deleteIssuerEmailTemplates',
  noun: 'issuers.deleteEmailTemplates',
  audit: 'issuer',
  since: '1.0',
  method: 'DELETE',
  path: '/issuers/:issuerId/email-templates',
  access: accountEditAccess,
  tag,
  summary: 'Delete the email templates of an issuer',
  description: `${deleteText} Templates of its badges stay.`,
  params: byIssuer,
  ids: issuerIds,
  reply: deleted,
  examples: deleteExamples,
});

const getBadgeEmailTemplates = defineOperation({
  id: 'getBadgeEmailTemplates',
  noun: 'badges.emailTemplates',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId/email-templates',
  access: accountReadAccess,
  tag,
  summary: 'Get the email templates of a badge',
  description: getText,
  params: byBadge,
  ids: badgeIds,
  tagged: true,
  reply,
  examples,
});

const updateBadgeEmailTemplates = defineOperation({
  id: 'updateBadgeEmailTemplates',
  noun: 'badges.updateEmailTemplates',
  audit: 'badge',
  since: '1.0',
  method: 'PUT',
  path: '/badges/:badgeId/email-templates',
  access: accountEditAccess,
  tag,
  summary: 'Update the email templates of a badge',
  description: updateText,
  params: byBadge,
  ids: badgeIds,
  tagged: true,
  body: change,
  reply,
  examples: updateExamples,
});

const deleteBadgeEmailTemplates = defineOperation({
  id: 'deleteBadgeEmailTemplates',
  noun: 'badges.deleteEmailTemplates',
  audit: 'badge',
  since: '1.0',
  method: 'DELETE',
  path: '/badges/:badgeId/email-templates',
  access: accountEditAccess,
  tag,
  summary: 'Delete the email templates of a badge',
  description: deleteText,
  params: byBadge,
  ids: badgeIds,
  reply: deleted,
  examples: deleteExamples,
});

const sample = z
  .object({
    message: z.enum(emailMessages).meta({ description: 'The email' }),
    language: z.enum(languages).meta({ description: 'Language of the email' }),
    issuerId: idOrUrl.optional().meta({ description: 'Issuer whose template it is' }),
    badgeId: idOrUrl.optional().meta({ description: 'Badge whose template it is' }),
    credentialId: idOrUrl.optional().meta({
      description:
        'A credential of this issuer or badge, for the placeholders. Without it, recipient and missing names are samples, and the link to the credential doesn’t work',
    }),
    template: z
      .object({
        subject: line({ min: 0, max: templateLimits.subject })
          .optional()
          .meta({ description: descriptions.subject }),
        greeting: line({ min: 0, max: templateLimits.greeting })
          .optional()
          .meta({ description: descriptions.greeting }),
        text: prose({ min: 0, max: templateLimits.text })
          .optional()
          .meta({ description: descriptions.text }),
        button: line({ min: 0, max: templateLimits.button })
          .optional()
          .meta({ description: descriptions.button }),
      })
      .optional()
      .meta({
        description:
          'An unsaved template, under the rules of PUT. It replaces the saved one of the badge if `badgeId` is sent, else of the issuer if `issuerId` is sent, else of the account',
      }),
  })
  .superRefine(({ message, template = {} }, context) => {
    for (const field of templateFields) {
      const checked = createTemplateSchema(message).shape[field].safeParse(template[field]);
      for (const { message: error } of checked.error?.issues ?? [])
        context.addIssue({ code: 'custom', path: ['template', field], message: error });
    }
  });

const exampleSample = { message: 'credential', language: 'en', template: exampleTemplate } as const;
const sampleErrors = ['issuer_not_found', 'badge_not_found', 'credential_not_found'] as const;

export const previewEmailTemplate = defineOperation({
  id: 'previewEmailTemplate',
  noun: 'emailTemplates.preview',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/email-templates/preview',
  access: accountReadAccess,
  keepsNothing: true,
  tag,
  summary: 'Preview an email',
  description:
    'Returns the email with a real credential or a sample, with a saved or an unsaved template. Nothing is stored or sent. At most 300 requests per minute and account.',
  body: sample,
  errors: sampleErrors,
  reply: z.object({
    subject: z.string().meta({ description: 'Subject' }),
    sender: z.string().meta({ description: 'Name of the sender' }),
    replyTo: z.string().meta({ description: 'Address that gets replies: the issuer’s' }),
    html: z.string().meta({ description: 'The HTML part' }),
    text: z.string().meta({ description: 'The text part' }),
  }),
  examples: {
    body: exampleSample,
    reply: {
      ...{ subject: 'Congratulations, Ada Lovelace!', sender: 'Example Academy' },
      ...{ replyTo: 'office@academy.example', html: '<!doctype html>…', text: 'Example Academy…' },
    },
  },
});

const testAccess = { ...accountEditAccess, personOnly: true } as const satisfies Access;

export const testEmailTemplate = defineOperation({
  id: 'testEmailTemplate',
  noun: 'emailTemplates.test',
  audit: 'account',
  since: '1.0',
  method: 'POST',
  path: '/email-templates/test',
  access: testAccess,
  tag,
  summary: 'Send a test message to yourself',
  description:
    'Sends what `POST /email-templates/preview` shows to the address of the signed-in user, never to anyone else, with “[Test]” in the subject. API keys can’t do this. At most 20 per hour and user. Each counts towards the account’s daily limit.',
  body: sample,
  errors: sampleErrors,
  reply: z.object({
    mailId: z.string().meta({ description: 'ID of the email. `GET /mail` shows its status' }),
    to: z.string().meta({ description: 'Your address' }),
  }),
  examples: {
    body: exampleSample,
    reply: { mailId: exampleIds.mail, to: 'ada@example.org' },
  },
});

export const emailTemplateOperations = {
  getEmailTemplates,
  updateEmailTemplates,
  deleteEmailTemplates,
  getIssuerEmailTemplates,
  updateIssuerEmailTemplates,
  deleteIssuerEmailTemplates,
  getBadgeEmailTemplates,
  updateBadgeEmailTemplates,
  deleteBadgeEmailTemplates,
  previewEmailTemplate,
  testEmailTemplate,
} as const;
