import type { FunctionFile, MigrationFile } from '../../apps/server/src/platform/db/index.ts';

const folder = 'apps/server/migrations';
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
    if (!number) errors.push(`${folder}/${file} isn't run: rename it to NNNN_name.sql`);
    else if (other && number !== published)
      errors.push(`${folder}/${file} has the number of ${other}: take the next number`);
    else nameByNumber.set(number, file);
  }
  return errors;
}

const mark = /^-- function (\w+) ([0-9a-f]{12})$/gm;

/**
 * Errors between functions and migrations. The latest migration that names a function has its hash,
 * which shows older programs that the database is newer.
 */
export function findMarkErrors(migrations: MigrationFile[], functions: FunctionFile[]): string[] {
  const marks = new Map<string, string>();
  for (const { text } of migrations)
    for (const [, name = '', hash = ''] of text.matchAll(mark)) marks.set(name, hash);
  return functions
    .filter(({ name, hash }) => marks.get(name) !== hash)
    .map(
      ({ name, hash }) =>
        `apps/server/sql/functions/${name}.sql has changed: add the line “-- function ${name} ${hash}” to a new migration`,
    );
}

/** Released before migrations named what they need. */
const unmarked = '0055';
const removal = new RegExp(
  [
    String.raw`\bdrop (?:table|column|(?:materialized )?view|function|procedure|sequence|type|domain|schema|extension)\b`,
    // The word column is optional.
    String.raw`\balter table (?:if exists )?(?:only )?[\w."]+ (?:[^;]*, ?)?(?:drop (?!constraint\b)|rename (?!constraint\b))"?\w+`,
    String.raw`\brename (?:to|column)\b`,
    String.raw`\balter (?:column )?"?\w+"? (?:type|set data type|set not null)\b`,
    String.raw`\badd column [^,;]*\bnot null\b(?![^,;]*\b(?:default|generated)\b)`,
  ].join('|'),
  'i',
);

/**
 * Migrations that remove something without naming what programs must know: the previous version
 * would keep running and fail (docs/use/versioning.md).
 */
export function findContractErrors(migrations: MigrationFile[]): string[] {
  const errors: string[] = [];
  const before = new Set<string>();
  for (const { name, text, needs } of migrations) {
    const [found] = removal.exec(text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')) ?? [];
    if (found && !needs && name.slice(0, 4) > unmarked)
      errors.push(
        `${folder}/${name}.sql removes something (“${found}”): add the line “-- needs NNNN_name” with the migration that made it unused`,
      );
    if (needs && !before.has(needs))
      errors.push(
        `${folder}/${name}.sql needs ${needs}, which is not before it: name an earlier migration`,
      );
    before.add(name);
  }
  return errors;
}
