import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errors } from '@insignia/contract';
import { parseSync } from '@swc/core';
import { fieldTexts } from '../messages/en/errors.ts';
import { describeFieldError } from './field-errors.ts';

const root = new URL('../../../../', import.meta.url);
const producers = [
  'packages/{contract,design,recipients}/src/**/*.ts',
  'apps/server/src/{features,kernel,platform}/**/*.ts',
];
/** Messages there never reach a form of the dashboard. */
const elsewhere = [
  // Details of error codes that have their own text.
  'apps/server/src/features/alignments/',
  // Commands and settings of the operator.
  'apps/server/src/features/backup/',
  'apps/server/src/features/issuer-archives/',
  'apps/server/src/features/static-export/',
  'apps/server/src/platform/db/',
  'apps/server/src/platform/jobs/',
  'apps/server/src/platform/start-error.ts',
  // Directories, in their own shape.
  'apps/server/src/features/scim/',
  // Reports of email providers.
  'apps/server/src/features/bounces/',
  // Public pages with their own texts.
  'apps/server/src/features/published/texts/',
  'apps/server/src/features/verifier/',
  'apps/server/src/features/my/',
  'packages/contract/src/my-profile.ts',
];
/** Messages about parts of a request that no user types. “…” is a value. */
const requestErrors = new Set([
  // The preview of a design sends one of both.
  'must be absent with credentialId',
  // The screen for connections sends one protocol.
  'must be absent for oidc',
  'must be absent for saml',
  'is required for …',
  "can't be changed: create another connection",
  // The form disables these fields.
  "can't be changed: register another platform",
  // The verifier has a page of its own.
  'must be a URL, an ID or a short code',
  // Selections, periods and filters are built by the screens.
  'is required, unless you send another selection. Send exactly one',
  'must have badgeId, search, state or emailStatus. For all credentials, send {"all": true} instead of a filter',
  'must be a JSON object, for example {"search":"ada"}',
  'must be less than … days before to',
  'must not be after to',
  // The import wizard reads the user's file and sends a list of its own.
  'has a header but no rows',
  'must have a header with the column id and at least one to correct, such as name. The header must be one of the first … filled rows',
  "has attribute columns that the badge doesn't have: …. Attributes of this badge: …",
  'has the column … twice in its header',
  'has the column id twice in its header',
  'has the column …… twice in its header',
  'is an export that contains several badges, but not this one',
  'is empty',
  'is required. Send the file as a form part',
  "isn't valid CSV at line …. Check its quotation marks",
  'must be CSV text in UTF-8. Save it as “CSV UTF-8”',
  'must have a header with the columns name, email, issuedOn and optionally expires. Missing: …',
  'must have at most … attribute columns',
  'must have at most … columns. Row … has more',
  'must have at most … empty rows. Delete them',
  'must have at most … rows. Split it into several files',
  // Only gateway clients send this header.
  'must be of CAR version 1, the only one that is sent',
  // The designer keeps the kind of a design, and knows its files.
  'must be card.png for a design of a card',
  'must stay …. Create another design',
  // Bodies, headers and page tokens are built by the SDK.
  "doesn't match the path",
  'is invalid',
  'is invalid. Send the value from the previous page of this list',
  'is required: wrap the fields in {"parameters": {…}}',
  "isn't a readable form",
  'must be 1 to 255 visible ASCII characters',
  'must have at most … members and items',
  'must not be nested more than … levels deep',
  'must not have …',
]);

/** Field messages are predicates, such as “must be a color”. */
const predicate =
  /^(?:is|isn't|must|has|have|can't|contains|doesn't|takes|no font|unknown)\b[^\n]* /;

type Node = { type?: string; [member: string]: unknown };

/** Literals of a source text that look like field messages. “…” marks a value. */
function collectMessages(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (isProse(node)) return;
    const text = readLiteral(node);
    if (text !== undefined && predicate.test(text)) found.push(text);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source, { syntax: 'typescript' }).body);
  return found;
}

function readLiteral(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join('…');
}

/** Descriptions of the API, SQL, and errors for developers. */
function isProse({ type, key, callee }: Node): boolean {
  const name = (node: unknown) => (node as { value?: unknown } | undefined)?.value;
  if (type === 'KeyValueProperty') return ['description', 'summary'].includes(String(name(key)));
  return (
    type === 'TaggedTemplateExpression' || (type === 'NewExpression' && name(callee) === 'Error')
  );
}

function collectFieldMessages(): string[] {
  const files = globSync(producers, { cwd: root.pathname }).filter(
    (file) => !file.endsWith('.test.ts') && !elsewhere.some((place) => file.startsWith(place)),
  );
  return files.flatMap((file) => {
    const found = collectMessages(readFileSync(new URL(file, root), 'utf8'));
    // The service adds the place in the design and a remedy.
    const isOfDesign = /^packages\/design\/|^apps\/server\/src\/platform\/drawing\//.test(file);
    return isOfDesign ? found.map(describeInDesign) : found;
  });
}

const describeInDesign = (message: string) =>
  `layers.0.x: ${message}. Correct the design, or send an image`;

/** Values that a message may contain. */
const samples = ['5', '5 MiB', 'at most 5', 'a list', 'a, b', 'https://', '{{name}}', 'ada'];

function isDescribed(message: string): boolean {
  return samples.some(
    (sample) => describeFieldError(message.replaceAll('…', sample)) !== fieldTexts.invalid,
  );
}

const messages = [...new Set(collectFieldMessages())];

test('each message about a field that the service can send has a text for people', () => {
  assert.ok(messages.length > 100, `only ${messages.length} messages found`);
  const unknown = messages.filter(
    (message) => !requestErrors.has(message) && !isDescribed(message),
  );
  assert.deepEqual(unknown, [], 'add a rule to field-errors.ts, or a reason to this test');
  assert.equal(describeFieldError(errors.quota_reached.text), fieldTexts.quota);
});

test('the messages listed as request errors still exist', () => {
  assert.deepEqual(
    [...requestErrors].filter((message) => !messages.includes(message)),
    [],
  );
});

test('a reworded message is found and has no text', () => {
  const reworded = collectMessages(`
    z.string().regex(/^#/, 'must look like the sea');
    throw new Error('must not happen here');
    const limit = (n: number) => ({ path: 'x', message: \`has over \${n} oddities\` });
  `);
  assert.deepEqual(reworded, ['must look like the sea', 'has over … oddities']);
  assert.deepEqual(reworded.filter(isDescribed), []);
});
