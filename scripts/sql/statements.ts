import type pg from 'pg';
import type { Statement } from './run.ts';
import type { Source } from './sites.ts';

type Row = Record<string, unknown>;
/** Among this many rows, one contains a null if nulls are possible. */
const enough = 12;

/** Columns that the statement's conditions make non-null. */
const conditioned = new Set([
  'platform/mail/store.ts email',
  'features/people/store.ts id',
  'features/access/store.ts personId',
]);

/** Written by a library. */
const foreign = 'apps/server/src/platform/limits/throttle.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isDate = (value: unknown): boolean => value instanceof Date;

/** JavaScript types of PostgreSQL types, as the driver maps them. */
const values: Record<string, (value: unknown) => boolean> = {
  ...{ text: isText, varchar: isText, uuid: isText, int8: isText, numeric: isText, bpchar: isText },
  ...{ int2: isNumber, int4: isNumber, float4: isNumber, float8: isNumber },
  ...{ timestamptz: isDate, timestamp: isDate },
  bool: (value) => typeof value === 'boolean',
  bytea: (value) => Buffer.isBuffer(value),
  // Any value once parsed.
  ...{ json: () => true, jsonb: () => true, void: () => true },
};
/** Parameters accept more types. */
const sent: typeof values = {
  ...values,
  int8: (value) => isNumber(value) || isText(value),
  timestamptz: (value) => isDate(value) || isText(value),
  date: isText,
  json: isText,
  jsonb: isText,
};

/** True if a value fits a PostgreSQL type; undefined for unknown types. */
function fits(known: typeof values, type: string, value: unknown): boolean | undefined {
  if (value === null || value === undefined) return true;
  if (!type.startsWith('_')) return known[type]?.(value);
  return Array.isArray(value) && value.every((item) => fits(known, type.slice(1), item));
}

function findErrors(
  { at, sent: all, rows }: Statement,
  { parameters, fields }: StatementDescription,
): string[] {
  const inValues = all.flatMap((some) =>
    parameters.flatMap((type, nth) =>
      fits(sent, type, some[nth])
        ? []
        : [`$${nth + 1} is ${type}, and gets ${typeof some[nth]} ${JSON.stringify(some[nth])}`],
    ),
  );
  return [
    ...new Set([
      ...inValues,
      ...rows.flatMap((row) => findRowErrors(row, fields)),
      ...findNullErrors(at, rows, fields),
    ]),
  ];
}

/** Columns declared as nullable although no sample row contains a null are errors. */
function findNullErrors(at: string, rows: unknown[], fields: Field[]): string[] {
  if (rows.length < enough) return [];
  const isDeclared = (name: string) => rows.every((row) => (row as Row)[name] !== undefined);
  return fields
    .filter(({ name, mayBeNull }) => mayBeNull && isDeclared(name))
    .filter(({ name }) => rows.every((row) => (row as Row)[name] !== null))
    .filter(({ name }) => !conditioned.has(`${/src\/(.*\.ts)/.exec(at)?.[1]} ${name}`))
    .map(({ name }) => `“${name}” may be null, and is not declared so`);
}

function findRowErrors(row: unknown, fields: Field[]): string[] {
  const errors: string[] = [];
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  for (const [name, value] of Object.entries(row ?? {})) {
    const type = types.get(name);
    if (type === undefined) errors.push(`it has no column “${name}”`);
    else if (!fits(values, type, value))
      errors.push(`“${name}” is ${type}, and is declared as ${typeof value}`);
  }
  return errors;
}

/** Statements that PostgreSQL understands differently. */
export async function findStatementErrors(
  client: pg.Client,
  statements: Statement[],
): Promise<string[]> {
  const describe = await createDescriber(client);
  const errors: string[] = [];
  for (const statement of statements) {
    const found = await describe(statement.text)
      .then((described) => findErrors(statement, described))
      .catch((error: Error) => [error.message]);
    errors.push(...found.map((error) => `${statement.at}: ${error}\n  ${statement.text.trim()}`));
  }
  return errors;
}

/** Places without a recorded statement: the check must cover everything. */
export function findUnseenStatements(
  { sites, fragments }: Source,
  statements: Statement[],
): string[] {
  const reached = new Set(statements.map(({ at }) => at));
  const text = statements.map((statement) => statement.text).join('\n');
  return [
    ...sites.filter(({ at }) => !reached.has(at)),
    ...fragments.filter(({ texts }) => !texts.every((part) => text.includes(part))),
  ]
    .filter(({ at }) => !at.includes(foreign))
    .map(({ at }) => `${at}: no function that takes a database first leads here`);
}

/** A result column. `mayBeNull` is known for table columns only, not after outer joins. */
export type Field = { name: string; type: string; mayBeNull: boolean };
type StatementDescription = { parameters: string[]; fields: Field[] };

type ParameterTypes = { dataTypeIDs: number[] };
type RowDescription = {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
};

/**
 * Describes statements without running them (Parse and Describe of the extended protocol). Throws
 * PostgreSQL's own errors.
 */
export async function createDescriber(
  client: pg.Client,
): Promise<(text: string) => Promise<StatementDescription>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid::int4, typname as name from pg_type',
  );
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  const getTypeName = (oid: number): string => names.get(oid) ?? String(oid);
  const nullable = await client.query<{ at: string }>(
    "select format('%s %s', attrelid::oid, attnum) as at from pg_attribute where attnum > 0 and not attnotnull",
  );
  const mayBeNull = new Set(nullable.rows.map(({ at }) => at));
  return async (text) => {
    const { parameters, fields } = await describe(client, text);
    return {
      parameters: parameters.map(getTypeName),
      fields: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        ...{
          name,
          type: getTypeName(dataTypeID),
          mayBeNull: mayBeNull.has(`${tableID} ${columnID}`),
        },
      })),
    };
  };
}

function describe(
  client: pg.Client,
  text: string,
): Promise<{ parameters: number[]; fields: RowDescription['fields'] }> {
  return new Promise((resolve, reject) => {
    let parameters: number[] = [];
    let fields: RowDescription['fields'] = [];
    let stop = (): unknown => undefined;
    const query = {
      submit(connection: pg.Connection) {
        const onDescribed = ({ dataTypeIDs }: ParameterTypes): void => {
          parameters = dataTypeIDs;
        };
        connection.once('parameterDescription', onDescribed);
        stop = () => connection.off('parameterDescription', onDescribed);
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(row: RowDescription) {
        fields = row.fields;
      },
      handleError(error: Error) {
        stop();
        reject(error);
      },
      handleReadyForQuery: () => resolve({ parameters, fields }),
    };
    client.query(query);
  });
}
