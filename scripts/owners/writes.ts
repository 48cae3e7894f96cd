import { parse } from '@swc/core';

/** A table's name in text after the word that writes it; of `for update` and `do update` none follows. */
const writing =
  /\b(?:insert into|delete from|merge into|(?<!\b(?:for|key|do|of) )update(?: only)?)\s+/gi;
const name = /^(?:\w+|"\w+")(?:\.(?:\w+|"\w+"))?/;
const inserting = /^(?:insert|merge)/i;
const unnamed = RegExp(`${writing.source}$`, 'i');

export type Writes = {
  tables: Set<string>;
  /** Those of them that rows are inserted into. */
  inserted: Set<string>;
  /** What is said where a table is written whose name is a value. */
  unnamed: string[];
};

/** What SQL writes. */
export function writesOf(sql: string): Writes {
  const bare = sql.replaceAll(/--.*$/gm, '');
  const writes = noWrites();
  for (const { index, 0: words } of bare.matchAll(writing)) {
    const table = (name.exec(bare.slice(index + words.length))?.[0] ?? '').replaceAll('"', '');
    writes.tables.add(table);
    if (inserting.test(words)) writes.inserted.add(table);
  }
  return writes;
}

const noWrites = (): Writes => ({ tables: new Set(), inserted: new Set(), unnamed: [] });

/** What the SQL in a program writes, and what it has dropped by `{ table, by, where }`. */
export async function writesOfProgram(text: string): Promise<Writes> {
  const { body } = await parse(text, { syntax: 'typescript' });
  const writes = noWrites();
  read(body, writes);
  return writes;
}

type Node = { [part: string]: unknown };

function read(node: unknown, writes: Writes): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, value, raw, tail, properties } = node as Node;
  const text = type === 'StringLiteral' ? value : type === 'TemplateElement' ? raw : '';
  const said = writesOf(String(text));
  for (const table of said.tables) writes.tables.add(table);
  for (const table of said.inserted) writes.inserted.add(table);
  if (type === 'TemplateElement' && !tail && unnamed.test(String(raw)))
    writes.unnamed.push(String(raw).trim());
  if (type === 'ObjectExpression') readDropped(properties as Node[], writes);
  for (const inner of Object.values(node)) read(inner, writes);
}

function readDropped(properties: Node[], writes: Writes): void {
  const values = new Map(
    properties.map(({ key, value, type }) =>
      type === 'Identifier' ? [value, undefined] : [(key as Node)?.value, value],
    ),
  );
  if (!['table', 'by', 'where'].every((key) => values.has(key))) return;
  const table = values.get('table') as Node | undefined;
  if (table?.type === 'StringLiteral') writes.tables.add(String(table.value));
  else writes.unnamed.push('{ table, by, where }');
}
