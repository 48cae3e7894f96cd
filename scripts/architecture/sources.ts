import * as contract from '@insignia/contract';
import { type Expression, type Module, parse } from '@swc/core';

const parsed = new Map<string, Promise<Module>>();

/** Several checks read the same file. */
function parseOnce(text: string): Promise<Module> {
  const known = parsed.get(text) ?? parse(text, { syntax: 'typescript' });
  parsed.set(text, known);
  return known;
}

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
  const { body } = await parseOnce(text);
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
  const { body } = await parseOnce(text);
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

const starts = new Set(['transaction', 'startTransaction']);
const weak = new Set(['WeakMap', 'WeakSet']);

/** Calls that start a transaction. `Database.write` starts ours. */
export async function findStartedTransactions(text: string): Promise<string[]> {
  const found: string[] = [];
  if (![...starts].some((name) => text.includes(name))) return found;
  JSON.stringify(await parseOnce(text), (_, node) => {
    if (node?.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { property } = node.callee;
      if (starts.has(property.value ?? property.expression?.value))
        found.push(property.value ?? property.expression.value);
    }
    return node;
  });
  return found;
}

/** Weak maps and sets of a module: state that belongs to an object whose class is known. */
export async function findModuleState(text: string): Promise<string[]> {
  if (![...weak].some((name) => text.includes(name))) return [];
  const { body } = await parseOnce(text);
  const declared = body.map((node) =>
    node.type === 'ExportDeclaration' ? node.declaration : node,
  );
  return declared.flatMap((node) =>
    node.type === 'VariableDeclaration'
      ? node.declarations.flatMap(({ init }) => findWeakClass(init) ?? [])
      : [],
  );
}

function findWeakClass(init: Expression | undefined): string | undefined {
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') return undefined;
  return weak.has(init.callee.value) ? init.callee.value : undefined;
}

/** Operations served by platform. All others belong to features. */
const operationsOfPlatform: contract.OperationId[] = ['health', 'ready'];

const exported = new Map<string, unknown>(Object.entries(contract));
const ofFeatures = new Set<unknown>(
  Object.entries(contract.operations)
    .filter(([id]) => !operationsOfPlatform.includes(id as contract.OperationId))
    .map(([, operation]) => operation),
);

/** True for an operation of a feature, and for a group with one. The table of all is allowed. */
function namesFeature(value: unknown): boolean {
  if (ofFeatures.has(value)) return true;
  if (value === contract.operations) return false;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each) => ofFeatures.has(each));
}

/** Operations of features that a file imports from the contract. `*` imports all. */
export async function findNamedOperations(text: string): Promise<string[]> {
  const { body } = await parseOnce(text);
  const imported = body.flatMap((node) =>
    node.type === 'ImportDeclaration' && node.source.value === '@insignia/contract'
      ? node.specifiers
      : [],
  );
  return imported.flatMap((one) => {
    if (one.type !== 'ImportSpecifier') return ['*'];
    const name = one.imported?.value ?? one.local.value;
    return namesFeature(exported.get(name)) ? [name] : [];
  });
}
