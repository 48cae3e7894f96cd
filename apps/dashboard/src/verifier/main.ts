// The page that verifies in a static export: without the service, in the browser alone.
import { createPathBuilder, pagePaths } from '@insignia/contract/paths';
import { type Verdict, verify } from '@insignia/sdk/verify';

type Words = Record<string, string>;
type Texts = {
  dir: string;
  title: string;
  claims: Words & { quotes: { open: string; close: string } };
  details: Words;
  checks: Words;
  checkNames: Words;
  checking: string;
  endorsements: Words;
  headlines: Words;
  identity: Words;
  leads: Words;
  outcomes: Words;
  problems: Words;
};
type ProvenBy = NonNullable<NonNullable<Verdict['found']['issuer']>['provenBy']>;

const credentialPath = createPathBuilder(pagePaths.credential);
const shortCodePath = createPathBuilder(pagePaths.shortCode);
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_TEXT_LENGTH = 2_000;

const main = document.querySelector('main') as HTMLElement;
const all = JSON.parse(document.getElementById('texts')?.textContent ?? '{}') as Record<
  string,
  Texts
>;
const language =
  navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '').find((tag) => tag in all) ?? 'en';
const t = all[language] as Texts;
showForm();

/** The page has the form in each language. */
function showForm(): void {
  const template = document.querySelector<HTMLTemplateElement>(`template[lang="${language}"]`);
  if (template) main.replaceChildren(template.content.cloneNode(true));
  document.documentElement.lang = language;
  document.documentElement.dir = t.dir;
  document.title = t.title;
}

const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const form = document.getElementById('form') as HTMLFormElement;
const problem = document.getElementById('problem') as HTMLElement;
const result = element('div');
result.setAttribute('aria-live', 'polite');
main.prepend(result);

/** Counts verifications, which may overlap. Only the last one shows its result. */
let started = 0;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void verifyInput();
});
const linked = new URLSearchParams(location.search).get('url');
if (linked) {
  field('url').value = linked;
  void verifyInput();
}

async function verifyInput(): Promise<void> {
  started += 1;
  const turn = started;
  problem.hidden = true;
  const source = await readInput();
  if (turn !== started) return;
  if (typeof source === 'object' && 'problem' in source) {
    result.replaceChildren();
    problem.textContent = source.problem;
    problem.hidden = false;
    return;
  }
  result.replaceChildren(element('p', t.checking, 'lead'));
  const email = field('email').value.trim();
  const verdict = await verify(source, email === '' ? {} : { email });
  if (turn !== started) return;
  result.replaceChildren(showVerdict(verdict));
  result.style.marginBlockEnd = '1.5rem';
  lowerTitle();
}

/** The verdict is the title of the page now. */
function lowerTitle(): void {
  const title = form.closest('section')?.querySelector('h1');
  title?.replaceWith(element('h2', title.textContent ?? ''));
}

type Input = string | Uint8Array | { problem: string };

async function readInput(): Promise<Input> {
  const { problems } = t;
  const email = field('email').value.trim();
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) return { problem: problems.email ?? '' };
  const [file] = field('file').files ?? [];
  if (file) return readFile(file);
  const pasted = field('document').value.trim();
  if (pasted !== '') return pasted;
  const typed = field('url').value.trim();
  if (typed === '') return { problem: problems.empty ?? '' };
  return completeReference(typed) ?? { problem: problems.url ?? '' };
}

async function readFile(file: File): Promise<Input> {
  if (file.size > MAX_FILE_BYTES) return { problem: t.problems.tooLarge ?? '' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  return head.includes('%PDF-') ? { problem: t.problems.pdf ?? '' } : bytes;
}

/** Completes what people type: a link, an id or a short code of this site. */
function completeReference(typed: string): string | undefined {
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(typed))
    return location.origin + credentialPath(typed.toLowerCase());
  const code = typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const [, first, second] = /^([\dA-Z]{4})[\s-]?([\dA-Z]{4})$/.exec(code) ?? [];
  if (first && second) return location.origin + shortCodePath(`${first}-${second}`);
  if (/^https?:\/\/\S+$/i.test(typed)) return typed;
  return /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/\S*$/.test(typed) ? `https://${typed}` : undefined;
}

function element(name: string, text = '', className = ''): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  if (className !== '') created.className = className;
  return created;
}

const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Text from a credential, in one line, without characters that reorder or hide the text around it. */
function toDisplayText(text: string, limit = 300): string {
  const characters = [
    ...text
      .slice(0, limit * 4)
      .replaceAll(invisible, ' ')
      .trim(),
  ];
  return characters.length <= limit
    ? characters.join('')
    : `${characters.slice(0, limit).join('')}…`;
}

const formatDay = (time: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** A bare key has no host, because anyone can create one. */
const findHost = (provenBy: ProvenBy | undefined): string | undefined =>
  provenBy && 'host' in provenBy ? provenBy.host : undefined;

function showVerdict(verdict: Verdict): HTMLElement {
  const { status, found } = verdict;
  const provenBy = found.issuer?.provenBy;
  const isUnvouched = status === 'valid' && findHost(provenBy) === undefined;
  const section = element('section', '', 'card wide checked');
  const band = element('div', '', `band ${isUnvouched ? 'unknown' : status}`);
  const seal = element('span', '', 'seal');
  seal.setAttribute('aria-hidden', 'true');
  const words = element('div');
  const headline = t.headlines[isUnvouched ? 'unknownSigner' : status];
  words.append(element('h1', headline));
  if (provenBy) words.append(showIdentity(provenBy));
  const lead = element('p', isUnvouched ? t.leads.unknownSigner : createLead(verdict));
  lead.dir = 'auto';
  words.append(lead);
  band.append(seal, words);
  section.append(band);
  if (found.badge) section.append(...showClaims(verdict));
  section.append(element('h2', t.checks.title), showChecks(verdict));
  section.append(element('p', t.checks.note, 'hint'));
  const { endorsements = [] } = verdict;
  if (endorsements.length > 0) section.append(...showEndorsements(endorsements));
  return section;
}

function createLead({ status, found }: Verdict): string {
  const { expires = 0, issuedOn = 0, revocationReason: reason } = found;
  const lead = t.leads[status] ?? '';
  if (status === 'expired') return lead.replace('{day}', () => formatDay(expires));
  if (status === 'not_yet_valid') return lead.replace('{day}', () => formatDay(issuedOn));
  if (status === 'revoked' && reason)
    return (t.leads.revokedFor ?? '').replace('{reason}', () => toDisplayText(reason));
  return lead;
}

type IdentityParts = { before: string; subject: string; after: string };

function describeIdentity(provenBy: ProvenBy): IdentityParts {
  const { identity: words } = t;
  const text = (key: string): string => words[key] ?? '';
  switch (provenBy.by) {
    case 'did:key':
      return { before: text('key'), subject: `did:key:${provenBy.key}`, after: text('unvouched') };
    case 'jwk':
      return {
        ...{ before: text('thumbprint'), subject: provenBy.thumbprint, after: text('unvouched') },
      };
    case 'did:web':
      return { before: text('signed'), subject: provenBy.host, after: ' (did:web).' };
    case 'https-key':
      return { before: text('signed'), subject: provenBy.host, after: text('keyAddress') };
    case 'hosted': {
      const { host, assertionHost, encrypted } = provenBy;
      const behalf =
        assertionHost === undefined ? '' : text('onBehalf').replace('{host}', () => host);
      const after = `${behalf}${encrypted ? '' : text('unencrypted')}.`;
      return { before: text('hosted'), subject: assertionHost ?? host, after };
    }
  }
}

function nameSigner(provenBy: ProvenBy): string {
  const { before, subject, after } = describeIdentity(provenBy);
  return `${before}${toDisplayText(subject)}${after}`;
}

function showIdentity(provenBy: ProvenBy): HTMLElement {
  const { before, subject, after } = describeIdentity(provenBy);
  const line = element('p', before, 'identity');
  const name = element('bdi');
  name.append(element('strong', toDisplayText(subject)));
  line.append(name, after);
  return line;
}

function showClaims({ found }: Verdict): HTMLElement[] {
  const { recipient, badge, issuer, issuedOn, expires, id } = found;
  const { claims } = t;
  const host = findHost(issuer?.provenBy);
  const note = issuer?.provenBy ? claims.byKey : claims.byNobody;
  const people = element('div', '', 'found');
  const names = element('div');
  if (recipient) {
    names.append(element('p', claims.issuedTo, 'lead'));
    names.append(showForeign('p', recipient.name, 'name'));
  }
  if (badge?.name !== undefined) names.append(showForeign('p', badge.name, 'badge-name'));
  people.append(names);
  const facts = element('dl', '', 'facts');
  const add = (name: string | undefined, value: string | Node): void => {
    const row = element('div');
    const shown = element('dd');
    shown.append(value);
    row.append(element('dt', name), shown);
    facts.append(row);
  };
  if (!recipient) add(claims.issuedTo, claims.notNamed ?? '');
  if (issuer?.claimedName !== undefined) {
    const { open, close } = claims.quotes;
    add(claims.issuer, `${open}\u2068${toDisplayText(issuer.claimedName)}\u2069${close}`);
  }
  if (issuedOn !== undefined) add(claims.issuedOn, formatDay(issuedOn));
  add(claims.validUntil, expires === undefined ? (claims.doesNotExpire ?? '') : formatDay(expires));
  const page = findOwnPage(id);
  if (page) {
    const link = element('a', claims.view) as HTMLAnchorElement;
    link.href = page;
    add(claims.credential, link);
  }
  const trust = host === undefined ? note : claims.byHost?.replace('{host}', () => host);
  return [element('h2', claims.title), element('p', trust, 'hint'), people, facts];
}

/** The page of a credential of this site. */
function findOwnPage(id: unknown): string | undefined {
  if (typeof id !== 'string' || !id.startsWith(`${location.origin}/`)) return undefined;
  const [, own] = /\/([\da-f-]{36})(?:\/vc)?$/.exec(id) ?? [];
  return own && credentialPath(own);
}

function showForeign(name: string, text: string, className = ''): HTMLElement {
  const shown = element(name, toDisplayText(text, MAX_TEXT_LENGTH), className);
  shown.dir = 'auto';
  return shown;
}

type Check = { check: string; outcome: string; message: string; detail?: Detail };
/** Days and times are epoch milliseconds in UTC. */
type Detail = { code: string; values: Record<string, DetailValue> };
type DetailValue = string | number | { day: number } | { time: number } | Detail;

/** Like the page of the service: English messages are the most specific, but the one about a key is a library's. */
function translateDetail({ message, detail }: Check): string {
  if (language === 'en' && detail?.code !== 'key_unusable')
    return toDisplayText(message, MAX_TEXT_LENGTH);
  return detail ? fillDetail(detail) : (t.problems.file ?? '');
}

function fillDetail({ code, values }: Detail): string {
  return (t.details[code] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    formatDetailValue(values[name] ?? ''),
  );
}

function formatDetailValue(value: DetailValue): string {
  if (typeof value === 'number') return value.toLocaleString(language);
  if (typeof value === 'string') {
    const text = toDisplayText(value);
    return t.dir === 'rtl' ? `\u2068${text}\u2069` : text;
  }
  if ('code' in value) return fillDetail(value);
  if ('day' in value) return formatDay(value.day);
  return `${formatDay(value.time)} (${new Date(value.time).toISOString().slice(11, 16)} UTC)`;
}

function showChecks({ checks, found }: Verdict): HTMLElement {
  const list = element('ul', '', 'checks');
  const provenBy = found.issuer?.provenBy;
  for (const check of checks) list.append(showCheck(check, provenBy));
  return list;
}

function showCheck(result: Check, provenBy: ProvenBy | undefined): HTMLElement {
  const { check, outcome } = result;
  // A good signature by a bare key is no tick beside the word issuer.
  const isKeyOnly = check === 'issuer' && outcome === 'valid' && findHost(provenBy) === undefined;
  const item = element('li', '', isKeyOnly ? 'unknown' : outcome);
  const sign = element('span', '', 'sign');
  sign.setAttribute('aria-hidden', 'true');
  const words = element('span');
  words.append(element('strong', t.checkNames[check]), ' ');
  words.append(element('span', isKeyOnly ? t.checks.keyOnly : t.outcomes[outcome], 'outcome'));
  const isProven = check === 'issuer' && outcome === 'valid' && provenBy !== undefined;
  const detail = isProven ? nameSigner(provenBy) : translateDetail(result);
  const line = element('span', detail);
  line.dir = 'auto';
  words.append(element('br'), line);
  item.append(sign, words);
  return item;
}

function showEndorsements(endorsements: Verdict[]): HTMLElement[] {
  const list = element('ul', '', 'checks');
  list.append(...endorsements.map(showEndorsement));
  return [element('h2', t.endorsements.title), list, element('p', t.endorsements.note, 'hint')];
}

/** Names the proven endorser and the first check that isn't good. */
function showEndorsement({ outcome, checks, found }: Verdict): HTMLElement {
  const provenBy = found.issuer?.provenBy;
  const isKeyOnly = outcome === 'valid' && findHost(provenBy) === undefined;
  const item = element('li', '', isKeyOnly ? 'unknown' : outcome);
  const words = element('span');
  const name = provenBy ? nameSigner(provenBy) : t.endorsements.one;
  words.append(showForeign('strong', name ?? ''), ' ');
  words.append(element('span', isKeyOnly ? t.checks.keyOnly : t.outcomes[outcome], 'outcome'));
  const about = found.about === undefined ? undefined : toDisplayText(found.about);
  if (about) words.append(element('br'), `${t.endorsements.about} `, element('bdi', about));
  const wrong = checks.find((check) => check.outcome === outcome && outcome !== 'valid');
  if (wrong) words.append(element('br'), element('span', translateDetail(wrong)));
  item.append(element('span', '', 'sign'), words);
  return item;
}
