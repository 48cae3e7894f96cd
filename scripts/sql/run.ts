import { pathToFileURL } from 'node:url';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import {
  type Checker,
  SignatureKind,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync';
import { isNotLeaving } from '../../apps/server/src/features/accounts/index.ts';
import { hasTemplates } from '../../apps/server/src/features/email-templates/index.ts';
import { archiveTables } from '../../apps/server/src/features/issuer-archives/index.ts';
import { isRevoked, isSuppressed } from '../../apps/server/src/features/sharing/index.ts';
import type { Trx } from '../../apps/server/src/platform/db/index.ts';
import type { Chore } from '../../apps/server/src/platform/jobs/index.ts';
import { imageReferences } from '../../apps/server/src/program/registry.ts';
import type { Source } from './sites.ts';

/** A statement as sent, with its values and the declared row type. */
export type Statement = {
  at: string;
  text: string;
  sent: (readonly unknown[])[];
  rows: unknown[];
};

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

const MAX_STATEMENTS = 60;
const variants = 40;

/**
 * The first variant takes first choices, the second last ones, others are pseudo-random
 * (mulberry32).
 */
function createChooser(variant: number): ChooseIndex {
  let state = variant;
  return (count) => {
    if (variant < 2) return variant * (count - 1);
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

/** Position of the caller's caller, as in `readSource`. */
function callSite(): string {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const own = frames.find(
    (line) => !line.includes('/node_modules/') && !line.includes('/scripts/sql/'),
  );
  const [, url = '', place = ''] = /\(?(file:.*?):(\d+:\d+)\)?$/.exec(own ?? '') ?? [];
  return `${url && new URL(url).pathname}:${place}`;
}

/**
 * Calls each function whose first parameter is a database, many times with sample arguments, on a
 * recording database that returns sample rows of the declared type.
 */
export async function runStatements(source: Source): Promise<Statement[]> {
  const statements = new Map<string, Statement>();
  const rowBySite = new Map(source.sites.map(({ at, row }) => [at, row]));
  let choose = createChooser(0);
  let left = MAX_STATEMENTS;
  let nextTable = 0;
  const note = (
    at: string,
    { sql: text, parameters: values }: CompiledQuery,
  ): QueryResult<unknown> => {
    if (left-- <= 0) throw new Error('it never ends');
    const statement = statements.get(`${at} ${text}`) ?? { at, text, sent: [], rows: [] };
    statements.set(`${at} ${text}`, statement);
    const type = rowBySite.get(at);
    const row = (type && createMaker(type)(choose)) ?? {};
    statement.sent.push(values);
    statement.rows.push(row);
    return { rows: choose(4) === 1 ? [] : [row], numAffectedRows: BigInt(choose(2)) };
  };
  const real = new Kysely<unknown>({ dialect }).getExecutor();
  const db = {
    getExecutor: () => ({
      adapter: real.adapter,
      transformQuery: real.transformQuery.bind(real),
      compileQuery: real.compileQuery.bind(real),
      executeQuery: async (query: CompiledQuery) => note(callSite(), query),
    }),
    write: (work: (trx: unknown) => unknown) => work(db),
    onCommit: { wake: () => {}, count: () => {}, set: () => {} },
  };
  const createMaker = createSampler(source.checker, {
    ...{ Database: () => db, Trx: () => db },
    // These become part of statements.
    MailFacts: () => ({ isStaying: isNotLeaving, isSuppressed, isRevoked, hasTemplates }),
    ImageReference: (pick) => imageReferences[pick(imageReferences.length)],
    // In turn, so that each table occurs.
    ArchiveTable: () => archiveTables[nextTable++ % archiveTables.length],
  });
  for (const { file, name, type } of source.exported) {
    const makes = createArguments(source.checker, type, createMaker);
    const value = (await import(pathToFileURL(file).href))[name];
    for (let variant = 0; variant < variants; variant++) {
      choose = createChooser(variant);
      left = MAX_STATEMENTS;
      // Sample values may be refused; statements up to then are recorded.
      await call(value, db, makes, choose).catch(() => {});
    }
  }
  return [...statements.values()];
}

/** Generators for a function's parameters. */
function createArguments(checker: Checker, type: Type, createMaker: (type: Type) => MakeValue) {
  const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
  const types = signature?.getParameters().map((each) => checker.getTypeOfSymbol(each));
  return (types ?? []).map((each) => (each ? createMaker(each) : () => undefined));
}

/** Calls functions with a database, what they return, and chores. */
async function call(
  value: unknown,
  db: object,
  makes: MakeValue[],
  choose: ChooseIndex,
): Promise<void> {
  let result = value;
  if (typeof value === 'function') {
    const [first, ...others] = makes;
    const firstArgument = first?.(choose);
    if (firstArgument !== db && !value.name.endsWith('Chores')) return;
    result = await value(firstArgument, ...others.map((make) => make(choose)));
  }
  if (typeof result === 'function') await result(sampleTexts[0]);
  else if (typeof result === 'object' && result !== null) await follow(result, db);
}

async function follow(result: object, db: object): Promise<void> {
  if (Symbol.asyncIterator in result) for await (const _ of result as AsyncIterable<unknown>);
  for (const { run } of [result].flat() as Partial<Chore>[]) await run?.(db as Trx);
}

/** Chooses one of a number. */
type ChooseIndex = (count: number) => number;
/** Generates a value. */
type MakeValue = (choose: ChooseIndex) => unknown;

// Two, because some statements run only if two texts differ. UUIDs are texts too.
const sampleTexts = [
  '01a1ff35-a000-7000-8000-000000000000',
  '01a1ff35-a000-7000-8000-000000000001',
];
const deepest = 8;

/** Generators by type name. `of` are generators of type arguments. */
const byName: Record<string, (choose: ChooseIndex, of: MakeValue[]) => unknown> = {
  __proto__: null as never,
  Date: () => new Date(0),
  Buffer: () => Buffer.from('bytes'),
  Uint8Array: () => Buffer.from('bytes'),
  Promise: (choose, [of]) => of?.(choose),
  Array: (choose, [of]) => [of?.(choose)],
  ReadonlyArray: (choose, [of]) => [of?.(choose)],
  Set: (choose, [of]) => new Set([of?.(choose)]),
  ReadonlySet: (choose, [of]) => new Set([of?.(choose)]),
  Map: (choose, [key, of]) => new Map([[key?.(choose), of?.(choose)]]),
  ReadonlyMap: (choose, [key, of]) => new Map([[key?.(choose), of?.(choose)]]),
  RawBuilder: () => {
    throw new Error('text that becomes part of a statement cannot be made up');
  },
};

const plain = new Set(['Date', 'Buffer', 'Uint8Array', 'RawBuilder']);

/** Generates values by type. `known` provides values by type name, such as Database. */
function createSampler(checker: Checker, known: Record<string, MakeValue>) {
  const makers = new Map<number, MakeValue>();

  // Limits recursive types.
  let depth = 0;

  /** Resolved lazily: the compiler is another process. */
  function createMaker(type: Type): MakeValue {
    return (choose) => {
      if (depth > deepest) return undefined;
      const make = makers.get(type.id) ?? create(type);
      makers.set(type.id, make);
      depth += 1;
      try {
        return make(choose);
      } finally {
        depth -= 1;
      }
    };
  }

  function create(type: Type): MakeValue {
    const names = [type.getAliasSymbol()?.name ?? '', type.getSymbol()?.name ?? ''];
    const name = names.find((each) => each in known || each in byName) ?? '';
    const make = byName[name];
    if (known[name]) return known[name];
    if (make) {
      const of = sampleArguments(type, name);
      return (choose) => make(choose, of);
    }
    if (type.isUnionType() && !(type.flags & TypeFlags.Boolean)) {
      const makes = (type.getTypes() ?? []).map(createMaker);
      return (choose) => makes[choose(makes.length)]?.(choose);
    }
    return simple(type) ?? marked(type) ?? composed(type);
  }

  function sampleArguments(type: Type, name: string): MakeValue[] {
    return plain.has(name) ? [] : checker.getTypeArguments(type as TypeReference).map(createMaker);
  }

  /** A branded string, such as `RoutedId`. */
  function marked(type: Type): MakeValue | undefined {
    if (!type.isIntersectionType()) return undefined;
    return (type.getTypes() ?? []).map(simple).find((make) => make !== undefined);
  }

  function composed(type: Type): MakeValue {
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return () => undefined;
    const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (signature) {
      const returned = checker.getReturnTypeOfSignature(signature);
      const make = returned && createMaker(returned);
      return (choose) => () => make?.(choose);
    }
    const makes = checker.getPropertiesOfType(type).map((property): [string, MakeValue] => {
      const of = checker.getTypeOfSymbol(property);
      return [property.name, of ? createMaker(of) : () => undefined];
    });
    return (choose) => Object.fromEntries(makes.map(([name, make]) => [name, make(choose)]));
  }
  return createMaker;
}

function simple(type: Type): MakeValue | undefined {
  const { flags } = type;
  if (flags & TypeFlags.Boolean) return (choose) => choose(2) === 0;
  // For "true | undefined", either value.
  if (flags & TypeFlags.BooleanLiteral) return (choose) => choose(2) === 0;
  if (type.isLiteralType()) {
    const { value } = type as { value: unknown };
    return () => value;
  }
  if (flags & TypeFlags.Null) return () => null;
  if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral))
    return (choose) => sampleTexts[choose(sampleTexts.length)];
  if (flags & TypeFlags.Number) return () => 1;
  if (flags & TypeFlags.BigInt) return () => 1n;
  return undefined;
}
