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
 * What is wrong between functions and migrations. Each text has a migration that names it, the last one of its name: older
 * programs, which would put their own text back, do not start where they find a migration that they do not know.
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
