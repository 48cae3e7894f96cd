import type pg from 'pg';
import { createDescriber, type Described, type Field } from './describe.ts';
import type { Statement } from './run.ts';
import type { Source } from './sites.ts';

/** A library writes this one. */
const foreign = 'apps/server/src/platform/throttle.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isDate = (value: unknown): boolean => value instanceof Date;

/** What the driver makes of a type, and takes for it. */
const values: Record<string, (value: unknown) => boolean> = {
  ...{ text: isText, varchar: isText, uuid: isText, int8: isText, numeric: isText, bpchar: isText },
  ...{ int2: isNumber, int4: isNumber, float4: isNumber, float8: isNumber },
  ...{ timestamptz: isDate, timestamp: isDate },
  bool: (value) => typeof value === 'boolean',
  bytea: (value) => Buffer.isBuffer(value),
  // Anything, once it is read.
  ...{ json: () => true, jsonb: () => true, void: () => true },
};
/** What is sent may have other forms. */
const sent: typeof values = {
  ...values,
  int8: (value) => isNumber(value) || isText(value),
  timestamptz: (value) => isDate(value) || isText(value),
  date: isText,
  json: isText,
  jsonb: isText,
};

/** Whether a value is such as PostgreSQL's type has; undefined when we do not know that type. */
function fits(known: typeof values, type: string, value: unknown): boolean | undefined {
  if (value === null || value === undefined) return true;
  if (!type.startsWith('_')) return known[type]?.(value);
  return Array.isArray(value) && value.every((item) => fits(known, type.slice(1), item));
}

function faultsOf({ sent: all, rows }: Statement, { parameters, fields }: Described): string[] {
  const inValues = all.flatMap((some) =>
    parameters.flatMap((type, at) =>
      fits(sent, type, some[at])
        ? []
        : [`$${at + 1} is ${type}, and gets ${typeof some[at]} ${JSON.stringify(some[at])}`],
    ),
  );
  return [...new Set([...inValues, ...rows.flatMap((row) => faultsOfRow(row, fields))])];
}

function faultsOfRow(row: unknown, fields: Field[]): string[] {
  const faults: string[] = [];
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  for (const [name, value] of Object.entries(row ?? {})) {
    const type = types.get(name);
    if (type === undefined) faults.push(`it has no column “${name}”`);
    else if (!fits(values, type, value))
      faults.push(`“${name}” is ${type}, and is declared as ${typeof value}`);
  }
  return faults;
}

/** Where PostgreSQL does not understand statements as the program does. */
export async function faultsOfStatements(
  client: pg.Client,
  statements: Statement[],
): Promise<string[]> {
  const describe = await createDescriber(client);
  const faults: string[] = [];
  for (const statement of statements) {
    const found = await describe(statement.text)
      .then((described) => faultsOf(statement, described))
      .catch((error: Error) => [error.message]);
    faults.push(...found.map((fault) => `${statement.at}: ${fault}\n  ${statement.text.trim()}`));
  }
  return faults;
}

/** Where no statement comes from: a check that has not seen everything says so. */
export function unseen({ sites, fragments }: Source, statements: Statement[]): string[] {
  const reached = new Set(statements.map(({ at }) => at));
  const text = statements.map((statement) => statement.text).join('\n');
  return [
    ...sites.filter(({ at }) => !reached.has(at)),
    ...fragments.filter(({ texts }) => !texts.every((part) => text.includes(part))),
  ]
    .filter(({ at }) => !at.includes(foreign))
    .map(({ at }) => `${at}: no function that takes a database first leads here`);
}
