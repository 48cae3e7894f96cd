import * as calls from '@insignia/contract/calls';
import { type Plugin, parseSync } from 'vite';
import { slimContract } from '../../../packages/sdk/build/slim-contract.ts';

const callsId = '\0contract/calls';
const slimId = '\0contract/slim';

/**
 * Returns `@insignia/contract/calls` as data. A body is reduced to `{}`, because callers only check
 * that there is one.
 */
function callsWithoutSchemas(): string {
  const facts = Object.entries(calls.operationSummaries).map(
    ([id, { method, path, access, bare, body }]) =>
      [id, { method, path, access, bare, ...(body !== undefined && { body: {} }) }] as const,
  );
  const values = { ...calls, operationSummaries: Object.fromEntries(facts) };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/**
 * Keeps the schemas, and Zod with them, out of the initial bundle: the client calls operations by
 * their facts, as the published SDK does. Screens with forms load the contract itself.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === '@insignia/contract/calls') return callsId;
      const isSdk = importer?.includes('/packages/sdk/src/') === true;
      return source === '@insignia/contract' && isSdk ? slimId : undefined;
    },
    load(id) {
      if (id === callsId) return callsWithoutSchemas();
      return id === slimId ? slimContract() : undefined;
    },
  };
}

type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>;
/** A range of the source and its replacement. */
type Replacement = { from: number; to: number; instead: string };

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** `.meta({…})` after a schema. */
function findMeta({ type, end, callee, arguments: args }: SyntaxNode): Replacement | undefined {
  const { property, object } = (callee ?? {}) as { property?: SyntaxNode; object?: SyntaxNode };
  const [first] = (args ?? []) as SyntaxNode[];
  const isMeta = property?.name === 'meta' && first?.type === 'ObjectExpression';
  return type === 'CallExpression' && isMeta && object
    ? { from: object.end, to: end, instead: '' }
    : undefined;
}

/** Documentation members of an operation. */
function findProse({ type, callee, arguments: args }: SyntaxNode): Replacement[] {
  const [definition] = (args ?? []) as SyntaxNode[];
  if (type !== 'CallExpression' || (callee as SyntaxNode).name !== 'operation') return [];
  return ((definition?.properties ?? []) as SyntaxNode[])
    .filter(({ key }) =>
      /^(description|examples)$/.test(String((key as SyntaxNode | undefined)?.name)),
    )
    .map(({ value }) => value as SyntaxNode)
    .map(({ start, end }) => ({ from: start, to: end, instead: 'undefined' }));
}

function cutsIn(value: unknown): Replacement[] {
  if (Array.isArray(value)) return value.flatMap(cutsIn);
  if (!isSyntaxNode(value)) return [];
  const meta = findMeta(value);
  const prose = findProse(value);
  const inside = Object.values(value)
    .flatMap(cutsIn)
    .filter(({ from }) => !prose.some((cut) => cut.from <= from && from < cut.to));
  return [...inside, ...prose, ...(meta ? [meta] : [])];
}

/** Removes documentation (descriptions and examples) from the contract in the bundle. */
export function withoutProse(): Plugin {
  return {
    name: 'without-prose',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
      handler(code, id) {
        const cuts = cutsIn(parseSync(id, code).program).toSorted((a, b) => b.from - a.from);
        const short = cuts.reduce(
          (text, { from, to, instead }) => text.slice(0, from) + instead + text.slice(to),
          code,
        );
        return { code: short, map: null };
      },
    },
  };
}

const configStart = '__zod_globalConfig = {}';

/**
 * Zod probes eval, which the page's policy forbids and browsers report. This sets its option not
 * to.
 */
export function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    enforce: 'pre',
    transform: {
      filter: { id: /\/zod\/v4\/core\/core\.js$/ },
      handler(code) {
        if (!code.includes(configStart))
          throw new Error(
            'Zod moved its settings. Adapt configStart in apps/dashboard/build/plugins.ts.',
          );
        return {
          code: code.replace(configStart, '__zod_globalConfig = { jitless: true }'),
          map: null,
        };
      },
    },
  };
}
