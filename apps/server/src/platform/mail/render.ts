import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const plain = new Eta({ autoEscape: false, autoTrim: false });
const html = new Eta({ autoTrim: false });
const layoutFile = fileURLToPath(new URL('./layout.eta', import.meta.url));
const layout = html.compile(readFileSync(layoutFile, 'utf8'));

/** What a mail says: the words once, from which both parts are made. */
export type Letter = {
  subject: string;
  /** Paragraphs before the button. */
  before: string[];
  /** Somebody's own words, shown as theirs. */
  quote?: { from: string; text: string };
  button?: { label: string; url: string };
  /** A code to type or paste, shown large. */
  code?: string;
  /** Paragraphs after the button: who asked, how long it holds, what to do when it was not you. */
  after: string[];
};

const textPart = plain.compile(
  `<%= it.before.join('\\n\\n') %>

<% if (it.quote) { %><%= it.quote.from %>:

<%= it.quote.text.replace(/^/gm, '> ') %>

<% } %><% if (it.button) { %><%= it.button.label %>:
<%= it.button.url %>

<% } %><% if (it.code) { %>Code: <%= it.code %>

<% } %><%= it.after.join('\\n\\n') %>

-- 
Insignia at <%= it.baseUrl %>
<% if (it.unsubscribe) { %>No more such mails: <%= it.unsubscribe %>
<% } %>`,
);

export function renderLetter(
  letter: Letter,
  baseUrl: string,
  unsubscribe?: string,
): { subject: string; text: string; html: string } {
  const it = { ...letter, baseUrl, unsubscribe };
  return {
    subject: letter.subject,
    text: plain.render(textPart, it),
    html: html.render(layout, it),
  };
}
