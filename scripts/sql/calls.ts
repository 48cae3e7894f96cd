import type { FunctionFile } from '../../apps/server/src/platform/db/index.ts';
import type { Statement } from './run.ts';

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
