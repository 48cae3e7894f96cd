import type { FunctionFile, MigrationFile } from '../../apps/server/src/platform/db/index.ts';
import type { Statement } from './run.ts';

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

const definition = /create or replace function (?:auth\.)?(\w+)\s*\(/gi;

/** Files that don't define exactly one function with the file's name, in one signature. */
export function findSignatureErrors(functions: FunctionFile[]): string[] {
  return functions.flatMap(({ name, text }) => {
    const defined = Array.from(text.matchAll(definition), ([, other = '']) => other);
    if (defined.length === 1 && defined[0] === name) return [];
    return [
      `apps/server/sql/functions/${name}.sql defines ${defined.join(', ') || 'nothing'}: define ${name} once. Give a new argument a default, and drop the old signature in a migration`,
    ];
  });
}

/** Functions that the migrated database has in several signatures. */
export function findOverloads(signatures: string[]): string[] {
  // Trigger functions are listed once per table.
  const names = [...new Set(signatures)].map((signature) => signature.replace(/\(.*$/s, ''));
  const repeated = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return [...repeated].map(
    (name) =>
      `apps/server/sql/functions/${name}.sql: the database has ${names.filter((other) => other === name).length} signatures of ${name}. Drop the old one in a migration`,
  );
}

/** Calls of our functions with arguments that have no name, in statements and in functions. */
export function findPositionalCalls(functions: FunctionFile[], statements: Statement[]): string[] {
  const names = functions.map(({ name }) => name);
  const texts = [
    ...statements.map(({ at, text }) => ({ at, text })),
    ...functions.map(({ name, text }) => ({
      at: `apps/server/sql/functions/${name}.sql`,
      text: text
        .replaceAll(/--.*$/gm, '')
        .replaceAll(definition, '')
        .replaceAll(/execute function [^;]*;/gi, ''),
    })),
  ];
  return [
    ...new Set(
      texts.flatMap(({ at, text }) =>
        listCalls(text, names)
          .filter((call) => !call.passed.every((argument) => /^\s*\w+\s*=>/.test(argument)))
          .map(
            ({ name }) =>
              `${at} calls ${name} by position: name each argument, as in ${name}(${getParameterName(functions, name)} => …)`,
          ),
      ),
    ),
  ];
}

function getParameterName(functions: FunctionFile[], name: string): string {
  const file = functions.find((each) => each.name === name);
  return file?.text.match(RegExp(`function (?:auth\\.)?${name}\\s*\\(\\s*(\\w+)`))?.[1] ?? '…';
}

function listCalls(text: string, names: string[]): { name: string; passed: string[] }[] {
  const calls = text.matchAll(RegExp(`(?<![\\w.])(${names.join('|')})\\(`, 'g'));
  return Array.from(calls, ({ 0: opening, 1: name = '', index }) => ({
    name,
    passed: splitArguments(text, index + opening.length),
  }));
}

/** Texts between the commas from `start` to the closing parenthesis. */
function splitArguments(text: string, start: number): string[] {
  const parts: string[] = [];
  let current = '';
  let depth = 1;
  // Quoted text is one token, so that its commas and parentheses don't count.
  for (const token of text.slice(start).match(/'[^']*'|[()[\],]|[^'()[\],]+/g) ?? []) {
    if ('(['.includes(token)) depth += 1;
    if (')]'.includes(token)) depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && token === ',') {
      parts.push(current);
      current = '';
    } else current += token;
  }
  return [...parts, current].filter((part) => part.trim() !== '');
}
