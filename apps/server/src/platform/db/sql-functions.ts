import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { sqlState } from './failure.ts';

const ownDirectory = fileURLToPath(new URL('../../../sql/functions/', import.meta.url));

/** Text of `sql/functions/{name}.sql`: a function in all signatures in use, and its triggers. */
export type FunctionFile = { name: string; text: string; hash: string };

/** Sorted so that each follows the functions it calls. */
export async function readFunctions(directory = ownDirectory): Promise<FunctionFile[]> {
  const names = (await readdir(directory)).filter((name) => /^\w+\.sql$/.test(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${directory}/${name}`, 'utf8');
      return { name: name.replace('.sql', ''), text, hash: hashText(text) };
    }),
  );
  const placed = new Set<FunctionFile>();
  const place = (file: FunctionFile, above: FunctionFile[]): void => {
    for (const other of files)
      if (file.text.includes(`${other.name}(`) && ![...above, file].includes(other))
        place(other, [...above, file]);
    placed.add(file);
  };
  for (const file of files) place(file, []);
  return [...placed];
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Functions whose text in the database differs. */
export async function findChangedFunctions(
  client: pg.Client,
  files: FunctionFile[],
): Promise<FunctionFile[]> {
  if (files.length === 0) return [];
  const applied = await client
    .query<{ name: string; hash: string }>('select name, hash from applied_functions')
    .then(({ rows }) => new Map(rows.map(({ name, hash }) => [name, hash])))
    .catch((error: unknown) => {
      if (sqlState(error) === '42P01') return new Map<string, string>();
      throw error;
    });
  return files.filter(({ name, hash }) => applied.get(name) !== hash);
}

/**
 * Runs in the caller's transaction. Records the name first, so that a second process waits:
 * PostgreSQL can't replace a function twice at once.
 */
export async function replaceFunction(client: pg.Client, file: FunctionFile): Promise<void> {
  await client.query(
    `insert into applied_functions values ($1, $2) on conflict (name) do update set hash = excluded.hash`,
    [file.name, file.hash],
  );
  await client.query(file.text);
}
