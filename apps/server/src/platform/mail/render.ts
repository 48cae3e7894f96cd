import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@insignia/contract';
import { Eta } from 'eta';
import { getTextDirection } from '../../kernel/language.ts';
import { createServiceBranding, type EmailContent, mailColors } from './email-content.ts';

type MailTexts = { sentBy: (service: string) => string; unsubscribe: string };

const mailTexts: Record<Language, MailTexts> = {
  en: { sentBy: (service) => `Sent by ${service} at`, unsubscribe: 'Unsubscribe' },
  de: { sentBy: (service) => `Gesendet von ${service}:`, unsubscribe: 'Abbestellen' },
  fr: { sentBy: (service) => `Envoyé par ${service} :`, unsubscribe: 'Se désabonner' },
  es: { sentBy: (service) => `Enviado por ${service}:`, unsubscribe: 'Darse de baja' },
  ar: { sentBy: (service) => `أُرسلت عبر ${service}:`, unsubscribe: 'إلغاء الاشتراك' },
};

const plain = new Eta({ autoEscape: false, autoTrim: false });
const html = new Eta({ autoTrim: false });
const layoutFile = fileURLToPath(new URL('./layout.eta', import.meta.url));
const layout = html.compile(readFileSync(layoutFile, 'utf8'));

const textPart = plain.compile(
  `<%= it.before.join('\\n\\n') %>

<% if (it.quote) { %><%= it.quote.from %>:

<%= it.quote.text.replace(/^/gm, '> ') %>

<% } %><% if (it.button) { %><%= it.button.label %>:
<%= it.button.url %>

<% } %><% for (const link of it.links ?? []) { %><%= link.label %>:
<%= link.url %>

<% } %><% if (it.code) { %>Code: <%= it.code %>

<% } %><%= it.after.join('\\n\\n') %>

-- 
<% for (const line of it.branding.footer) { %><%= line %>

<% } %><%= it.words.sentBy('Insignia') %> <%= it.baseUrl %>
<% if (it.unsubscribe) { %><%= it.words.unsubscribe %>: <%= it.unsubscribe %>
<% } %>`,
);

export function renderEmail(
  email: EmailContent,
  baseUrl: string,
  unsubscribe?: string,
): { subject: string; text: string; html: string } {
  const branding = email.look ?? createServiceBranding('en');
  const { language } = branding;
  const dir = getTextDirection(language);
  // Email programs don't support logical start and end.
  const about = { dir, start: dir === 'rtl' ? 'right' : 'left', words: mailTexts[language] };
  const it = { ...email, ...about, ...mailColors, branding, baseUrl, unsubscribe };
  return {
    subject: email.subject,
    text: plain.render(textPart, it),
    html: html.render(layout, it),
  };
}
