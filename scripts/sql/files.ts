import type { FunctionFile, MigrationFile } from '../../apps/server/src/platform/db/index.ts';

/** These were published before numbers were looked at. */
const published = '0025';
const form = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** What is wrong with the names of the files in `migrations`: the runner goes by them. */
export function faultsOfNames(files: string[]): string[] {
  const faults: string[] = [];
  const taken = new Map<string, string>();
  for (const file of files) {
    const [, number = ''] = form.exec(file) ?? [];
    const other = taken.get(number);
    if (!number) faults.push(`${file}: a migration is called NNNN_name.sql, or is not run`);
    else if (other && number !== published) faults.push(`${file} has the number of ${other}`);
    else taken.set(number, file);
  }
  return faults;
}

const mark = /^-- function (\w+) ([0-9a-f]{12})$/gm;

/**
 * What is wrong between functions and migrations. Each text has a migration that names it, the last one of its name: by
 * that, older programs know that the database is a newer one's, and do not put their own text back.
 */
export function faultsOfMarks(migrations: MigrationFile[], functions: FunctionFile[]): string[] {
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

/** These were published before migrations said what they need. */
const unmarked = '0055';
const takesAway =
  /\b(drop (?:table|column|view|function|type|extension)|rename (?:to|column)|alter column "?\w+"? (?:type|set data type|set not null)|add column [^,;]*\bnot null\b(?![^,;]*\b(?:default|generated)\b))/i;

/**
 * Migrations that take away what the version before uses, and do not say which one a program must know since: that version
 * would go on beside them, and fail (docs/versioning.md).
 */
export function faultsOfContracts(migrations: MigrationFile[]): string[] {
  const faults: string[] = [];
  const before = new Set<string>();
  for (const { name, text, needs } of migrations) {
    const [found] = takesAway.exec(text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')) ?? [];
    if (found && !needs && name.slice(0, 4) > unmarked)
      faults.push(
        `${name} takes away (“${found}”): name the migration that made it unused, by the line\n-- needs NNNN_name`,
      );
    if (needs && !before.has(needs)) faults.push(`${name} needs ${needs}, which is not before it`);
    before.add(name);
  }
  return faults;
}
