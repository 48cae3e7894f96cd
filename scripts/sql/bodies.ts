import type pg from 'pg';
import { createDescriber, type Field } from './statements.ts';

type Body = {
  name: string;
  language: 'sql' | 'plpgsql';
  text: string;
  names: string[];
  types: string[];
  /** For triggers: the table and the transition tables. */
  table: string | null;
  transition: string | null;
};

const ours = `
  select p.oid::regprocedure::text as name, lanname as language, prosrc as text, coalesce(proargnames, '{}') as names,
    array(select format_type(type, null) from unnest(proargtypes) type) as types,
    tgrelid::regclass::text as table, coalesce(tgnewtable, tgoldtable) as transition
  from pg_proc p join pg_language l on l.oid = prolang left join pg_trigger t on tgfoid = p.oid
  where pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
    and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`;

/** Variables by name: a type, or the columns of a record. */
type Variables = Map<string, string | Field[]>;
/** `into` is the record that receives the row. */
type Piece = { sql: string; into?: string };

/** Our functions, with trigger functions once per table. */
export async function readBodies(client: pg.Client): Promise<Body[]> {
  return (await client.query<Body>(ours)).rows;
}

/**
 * Errors in functions: PostgreSQL checks PL/pgSQL statements only at run time, so each is described
 * with typed nulls for its variables. Covers the subset of the language in use.
 */
export async function findBodyErrors(client: pg.Client, bodies: Body[]): Promise<string[]> {
  const describe = await createDescriber(client);
  const errors: string[] = [];
  for (const body of bodies) {
    const { variables, pieces } = readBody(body);
    if (pieces.length === 0) errors.push(`${body.name}: what it says could not be read`);
    for (const { sql, into } of pieces) {
      const text = withValues(sql, variables);
      await describe(text)
        .then(
          ({ fields }) => isRecord(variables.get(into ?? '')) && variables.set(into ?? '', fields),
        )
        .catch((error: Error) => errors.push(`${body.name}: ${error.message}\n  ${text}`));
    }
  }
  return errors;
}

const isRecord = (type: string | Field[] | undefined): boolean =>
  type === 'record' || typeof type === 'object';

function readBody(body: Body): { variables: Variables; pieces: Piece[] } {
  const variables: Variables = new Map(body.names.map((name, at) => [name, body.types[at] ?? '']));
  const text = ofTable(body).replaceAll(/--.*$/gm, '');
  if (body.language === 'sql') return { variables, pieces: [{ sql: text }] };
  const [, declared = '', inner = ''] =
    /^\s*(?:declare(.*?))?\bbegin\b(.*)\bend\b\s*;?\s*$/s.exec(text) ?? [];
  for (const [, name = '', type = ''] of declared.matchAll(/(\w+) ([^;:]+)(?::=[^;]*)?;/g))
    variables.set(name, type.trim());
  const initial = [...declared.matchAll(/:=([^;]*);/g)].map(([, value]) => ({
    sql: `select ${value}`,
  }));
  const pieces = inner
    .split(';')
    .flatMap((statement) => splitStatements(statement.trim(), variables));
  return { variables, pieces: [...initial, ...pieces] };
}

/** Replaces a trigger's transition tables by its table. */
function ofTable({ text, table, transition }: Body): string {
  if (!table) return text;
  const named = transition ? text.replaceAll(RegExp(`\\b${transition}\\b`, 'g'), table) : text;
  return named
    .replaceAll(/\btg_argv\[\d+\]/g, 'null::text')
    .replaceAll(/\b(?:new|old)\b/g, `(null::${table})`);
}

/** Control statements and the expressions in them. */
const forms: [form: RegExp, read: (found: string[], variables: Variables) => Piece[]][] = [
  [/^(?:begin|loop|then|else|exception when \w+ then|end if|end loop|end case|end)\b/, () => []],
  [/^(?:if|elsif) (.*?) then\b/s, ([, test]) => [{ sql: `select ${test}` }]],
  [
    /^for (\w+) in (.*?) \.\. (.*?) loop\b/s,
    ([, name = '', from, to], variables) => {
      variables.set(name, 'integer');
      return [{ sql: `select ${from}, ${to}` }];
    },
  ],
  [/^for (\w+) in\s(.*?)\sloop\b/s, ([, into = '', sql = '']) => [{ sql, into }]],
  [/^(?:raise|exit|continue when not found|continue$|return$|null$).*$/s, () => []],
  [/^continue when (.*)$/s, ([, test]) => [{ sql: `select ${test}` }]],
  [/^return query\s(.*)$/s, ([, sql = '']) => [{ sql }]],
  [/^return next (.*)$/s, ([, value]) => [{ sql: `select ${value}` }]],
  [/^return (.*)$/s, ([, value]) => [{ sql: `select ${value}` }]],
  [/^(?:\w+|\(null::\w+\)\.\w+) := (.*)$/s, ([, value]) => [{ sql: `select ${value}` }]],
  [/^perform (.*)$/s, ([, value]) => [{ sql: `select ${value}` }]],
];

function splitStatements(statement: string, variables: Variables): Piece[] {
  if (statement === '') return [];
  for (const [form, read] of forms) {
    const found = form.exec(statement);
    if (!found) continue;
    const rest = statement.slice(found[0].length).trim();
    return [...read([...found], variables), ...splitStatements(rest, variables)];
  }
  const [whole, into] =
    /(?<!insert )\binto (?:strict )?(\w+)(?:, \w+)*(?=\s+from\b|\s*$)/.exec(statement) ?? [];
  return [{ sql: whole ? statement.replace(whole, '') : statement, ...(into && { into }) }];
}

function withValues(text: string, variables: Variables): string {
  let sql = text.replaceAll(/\bnot found\b/g, 'not true');
  for (const [name, type] of variables) {
    if (typeof type === 'string' && type !== 'record') {
      sql = sql.replaceAll(RegExp(`(?<![.\\w"])${name}\\b(?!["(]|\\s*=>)`, 'g'), `(null::${type})`);
      continue;
    }
    for (const { name: column, type: ofColumn } of typeof type === 'string' ? [] : type)
      sql = sql.replaceAll(
        RegExp(`\\b${name}\\.(?:"${column}"|${column}\\b)`, 'g'),
        `(null::${ofColumn})`,
      );
  }
  return sql.trim();
}
