import type { Language } from '@insignia/contract';
import { formatLongDate } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { EmailContent, MailKind } from '../../platform/mail/index.ts';
import {
  createEmailBranding,
  createTemplateContext,
  type EmailedCredential,
  getEmailTexts,
} from '../sharing/index.ts';
import type { ExpiringBadge } from './store.ts';

export const digestMailKind: MailKind = { name: 'reminder-digest' };

type ReminderTexts = {
  subject: (badge: string, day: string) => string;
  dear: (recipient: string) => string;
  /** `until` is the time that is left, for example “in 30 days”. */
  words: (issuer: string, badge: string, day: string, until: string) => string;
  next: (issuer: string) => string;
  why: (issuer: string) => string;
};

const reminderTexts: Record<Language, ReminderTexts> = {
  en: {
    subject: (badge, day) => `Your credential expires on ${day}: ${badge}`,
    dear: (recipient) => `Hello ${recipient},`,
    words: (issuer, badge, day, until) =>
      `Your credential “${badge}” from ${issuer} expires ${until}, on ${day}. After that, its page will show that it has expired.`,
    next: (issuer) => `To renew it, ask ${issuer}. You can reply to this email.`,
    why: (issuer) => `You received this email because ${issuer} issued a credential to you.`,
  },
  de: {
    subject: (badge, day) => `Ihr Zertifikat läuft am ${day} ab: ${badge}`,
    dear: (recipient) => `Guten Tag ${recipient},`,
    words: (issuer, badge, day, until) =>
      `Ihr Zertifikat „${badge}“ von ${issuer} läuft ${until} ab, am ${day}. Danach wird es auf seiner Seite als abgelaufen angezeigt.`,
    next: (issuer) =>
      `Wenn Sie es verlängern möchten, wenden Sie sich an ${issuer}. Sie können auf diese E-Mail antworten.`,
    why: (issuer) =>
      `Sie erhalten diese E-Mail, weil ${issuer} Ihnen ein Zertifikat ausgestellt hat.`,
  },
  fr: {
    subject: (badge, day) => `Votre certificat expire le ${day}\u00a0: ${badge}`,
    dear: (recipient) => `Bonjour ${recipient},`,
    words: (issuer, badge, day, until) =>
      `Votre certificat «\u202f${badge}\u202f» de ${issuer} expire ${until}, le ${day}. Ensuite, sa page indiquera qu’il a expiré.`,
    next: (issuer) =>
      `Pour le renouveler, adressez-vous à ${issuer}. Vous pouvez répondre à cet e-mail.`,
    why: (issuer) => `Vous recevez cet e-mail parce que ${issuer} vous a délivré un certificat.`,
  },
  es: {
    subject: (badge, day) => `Su certificado caduca el ${day}: ${badge}`,
    dear: (recipient) => `Hola, ${recipient}:`,
    words: (issuer, badge, day, until) =>
      `Su certificado «${badge}» de ${issuer} caduca ${until}, el ${day}. Después, su página lo mostrará como caducado.`,
    next: (issuer) => `Para renovarlo, diríjase a ${issuer}. Puede responder a este correo.`,
    why: (issuer) => `Recibe este correo porque ${issuer} le ha emitido un certificado.`,
  },
  ar: {
    subject: (badge, day) => `تنتهي صلاحية شهادتك في ${day}: ${badge}`,
    dear: (recipient) => `مرحبًا ${recipient}،`,
    words: (issuer, badge, day, until) =>
      `تنتهي صلاحية شهادتك «${badge}» من ${issuer} ${until}، في ${day}. ستعرض صفحتها بعد ذلك أنها منتهية الصلاحية.`,
    next: (issuer) => `لتجديدها، تواصل مع ${issuer}. يمكنك الرد على هذه الرسالة.`,
    why: (issuer) => `وصلتك هذه الرسالة لأن ${issuer} أصدرت لك شهادة.`,
  },
};

export function getReminderTexts(language: Language): ReminderTexts {
  return reminderTexts[language];
}

/** In the issuer's language, as all emails to recipients. */
export function reminderEmail(credential: EmailedCredential, urls: Urls, now: Date): EmailContent {
  const { id, recipientName, badgeName, issuerName, issuerEmail, expires, pictureCid } = credential;
  const { language } = credential.brand;
  const t = reminderTexts[language];
  const day = expires ? formatLongDate(language, expires) : '';
  const context = createTemplateContext(credential, urls);
  const days = expires ? countDaysLeft(expires, now) : 0;
  const until = expires ? formatTimeLeft(language, days) : '';
  return {
    look: createEmailBranding(credential, urls),
    sender: { name: issuerName, email: issuerEmail },
    picture: { url: urls.image(pictureCid), alt: '' },
    subject: t.subject(badgeName, day),
    before: [t.dear(recipientName), t.words(issuerName, badgeName, day, until), t.next(issuerName)],
    button: { label: getEmailTexts(language).view, url: urls.credentialPage(id) },
    after: [t.why(issuerName)],
    template: {
      ...context,
      message: 'reminder',
      values: { ...context.values, days_left: String(days) },
    },
  };
}

const dayMs = 86_400_000;
/** Days before the end of the first reminder. */
export const REMINDER_DAYS = 30;

/** In whole days, rounded up. Fewer than the window has, if the worker was away. */
const countDaysLeft = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / dayMs));

/** For example “in 30 days”. A placeholder can replace the number. */
export function formatTimeLeft(language: Language, days: number, shown = String(days)): string {
  const parts = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`).formatToParts(days, 'day');
  return parts.map(({ type, value }) => (type === 'integer' ? shown : value)).join('');
}

const MAX_LISTED_BADGES = 20;

/** For the team, in English like the dashboard. */
export function digestEmail(
  accountName: string,
  badges: ExpiringBadge[],
  url: string,
): EmailContent {
  const total = badges.reduce((sum, { count }) => sum + count, 0);
  const lines = badges.slice(0, MAX_LISTED_BADGES).map(({ name, count, first }) => {
    const day = formatLongDate('en', first);
    return `${name}: ${countCredentials(count)}, ${count === 1 ? 'on' : 'the first on'} ${day}`;
  });
  const others = badges.length - lines.length;
  return {
    subject: `${countCredentials(total)} ${total === 1 ? 'expires' : 'expire'} in the next 30 days`,
    before: [
      `${countCredentials(total)} of ${accountName} ${total === 1 ? 'expires' : 'expire'} in the next 30 days:`,
      ...lines,
      ...(others > 0 ? [`And ${others} more ${others === 1 ? 'badge' : 'badges'}.`] : []),
    ],
    button: { label: 'Open the dashboard', url },
    after: [
      'You receive this email on Mondays when credentials expire soon, because reminders are turned on for a badge of this account. To stop these emails, turn off reminders on each badge.',
    ],
  };
}

const countCredentials = (count: number): string =>
  `${count} ${count === 1 ? 'credential' : 'credentials'}`;
