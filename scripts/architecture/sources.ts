import { parse } from '@swc/core';

/** Tables written by platform. All others belong to features. */
const ofPlatform = new Set([
  'applied_functions',
  'export_leases',
  'idempotency_keys',
  'image_pins',
  'image_sizes',
  'pin_places',
  'images',
  'jobs',
  'bounced_addresses',
  'mails',
  'processes',
  'rate_limits',
  'settings',
]);

/** Tables created by migrations that belong to features. */
export function listFeatureTables(migrations: { text: string }[]): string[] {
  const created = migrations.flatMap(({ text }) => [...text.matchAll(/^create table ([\w."]+)/gm)]);
  const tables = new Set(created.map(([, name = '']) => name.replaceAll('"', '')));
  return [...tables.difference(ofPlatform)];
}

/** Feature tables that a file names: in SQL, as a `table` property, or in `sql.table`. */
export async function findNamedTables(text: string, tables: string[]): Promise<string[]> {
  const { body } = await parse(text, { syntax: 'typescript' });
  const found = [...collectTexts(body)];
  return tables.filter((table) => {
    const name = table.replace('.', '"?\\."?');
    const inSql = RegExp(`\\b(from|join|into|update|table|using|references)\\s+"?${name}\\b`, 'i');
    return found.some(({ text, isTable }) => (isTable ? text === table : inSql.test(text)));
  });
}

/** Columns that platform may name, with reasons. */
export const knownColumns = [
  {
    file: 'apps/server/src/platform/mail/sql.ts',
    column: 'credential_id',
    because: 'another name takes two releases',
  },
  {
    file: 'apps/server/src/platform/db/failure.ts',
    column: 'member_id',
    because: 'a caller is a member',
  },
];

/** Feature ids that a file's SQL names, such as `badge_id`. Account ids are allowed. */
export async function findNamedIds(text: string, tables: string[]): Promise<string[]> {
  const { body } = await parse(text, { syntax: 'typescript' });
  const found = [...collectTexts(body)];
  return tables
    .map((table) => `${table.replace(/^.*\./, '').replace(/ies$/, 'y').replace(/s$/, '')}_id`)
    .filter(
      (id) => id !== 'account_id' && found.some(({ text }) => RegExp(`\\b${id}\\b`).test(text)),
    );
}

type Text = { text: string; isTable: boolean };
type Node = { [part: string]: unknown } | null | undefined;

function* collectTexts(node: unknown): Generator<Text> {
  if (typeof node !== 'object' || node === null) return;
  const { type, value, raw, key, callee, arguments: args = [] } = node as Record<string, unknown>;
  if (type === 'StringLiteral') yield { text: String(value), isTable: false };
  if (type === 'TemplateElement') yield { text: String(raw), isTable: false };
  const called = (callee as Node)?.property as Node;
  const named = called?.value === 'table' ? (args as Node[]).map((each) => each?.expression) : [];
  if ((key as Node)?.value === 'table') named.push(value);
  for (const each of named as Node[])
    if (each?.type === 'StringLiteral') yield { text: String(each.value), isTable: true };
  for (const inner of Object.values(node)) yield* collectTexts(inner);
}
