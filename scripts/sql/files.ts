import type { FunctionFile, MigrationFile } from '../../apps/server/src/platform/db/index.ts';

/** Released before names were checked. */
const published = '0025';
const form = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** Errors in migration file names, which the runner depends on. */
export function findNameErrors(files: string[]): string[] {
  const errors: string[] = [];
  const nameByNumber = new Map<string, string>();
  for (const file of files) {
    const [, number = ''] = form.exec(file) ?? [];
    const other = nameByNumber.get(number);
    if (!number) errors.push(`${file}: a migration is called NNNN_name.sql, or is not run`);
    else if (other && number !== published) errors.push(`${file} has the number of ${other}`);
    else nameByNumber.set(number, file);
  }
  return errors;
}

const mark = /^-- function (\w+) ([0-9a-f]{12})$/gm;

/**
 * Errors between functions and migrations. The latest migration that names a function has its hash,
 * which tells older programs that the database is newer.
 */
export function findMarkErrors(migrations: MigrationFile[], functions: FunctionFile[]): string[] {
  const marks = new Map<string, string>();
  for (const { text } of migrations)
    for (const [, name = '', hash = ''] of text.matchAll(mark)) marks.set(name, hash);
  return functions
    .filter(({ name, hash }) => marks.get(name) !== hash)
    .map(
      ({ name, hash }) =>
        `sql/functions/${name}.sql has changed: name it in the migration that is to come with it, by the line\n-- function ${name} ${hash}`,
    );
}

/** Released before migrations named what they need. */
const unmarked = '0055';
const takesAway =
  /\b(drop (?:table|column|view|function|type|extension)|rename (?:to|column)|alter column "?\w+"? (?:type|set data type|set not null)|add column [^,;]*\bnot null\b(?![^,;]*\b(?:default|generated)\b))/i;

/**
 * Migrations that remove something without naming what programs must know: the previous version
 * would keep running and fail (docs/use/versioning.md).
 */
export function findContractErrors(migrations: MigrationFile[]): string[] {
  const errors: string[] = [];
  const before = new Set<string>();
  for (const { name, text, needs } of migrations) {
    const [found] = takesAway.exec(text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')) ?? [];
    if (found && !needs && name.slice(0, 4) > unmarked)
      errors.push(
        `${name} takes away (“${found}”): name the migration that made it unused, by the line\n-- needs NNNN_name`,
      );
    if (needs && !before.has(needs)) errors.push(`${name} needs ${needs}, which is not before it`);
    before.add(name);
  }
  return errors;
}
