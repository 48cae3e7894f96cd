import type { Operation } from '@insignia/contract';
import { parse } from '@swc/core';

export type Source = { file: string; text: string };
/** Everything that the check reads. */
export type Program = {
  operations: Readonly<Record<string, Operation>>;
  /** Files that define operations. */
  definitions: Source[];
  /** Files of the server that may implement operations. */
  server: Source[];
  /** The tests' samples, which name an id for each path parameter. */
  samples: Source;
};

/** One line per mistake: the file, the operation, what is missing and what to do. */
export async function findOperationErrors(program: Program): Promise<string[]> {
  const { operations, definitions, samples } = program;
  const handlers = await Promise.all(
    program.server.map(async (source) => ({ ...source, ids: await findHandlers(source) })),
  );
  const handled = new Set(handlers.flatMap(({ ids }) => ids));
  /** The file that handles operations defined beside this one. */
  const findHome = (definition: string): string => {
    const text = definitions.find(({ file }) => file === definition)?.text ?? '';
    const siblings = findDefinedIds(text);
    const home = handlers.find(({ ids }) => ids.some((id) => siblings.includes(id)));
    return home?.file ?? 'apps/server/src/features';
  };
  const found = Object.values(operations).flatMap((operation) => {
    const { id } = operation;
    const file = findDefinition(definitions, id);
    const wrong = findDefinitionErrors(operation).map((error) => `${file}: ${id} ${error}`);
    if (!handled.has(id))
      wrong.push(`${findHome(file)}: ${id} has no handler: add it to the call of \`implement\``);
    return wrong;
  });
  const unknown = Object.values(operations).flatMap(({ id, path }) =>
    findUnknownParams(path, samples.text).map((name) => ({ id, name })),
  );
  const untried = Map.groupBy(unknown, ({ name }) => name);
  for (const [name, all] of untried)
    found.push(
      `${samples.file}: ${listIds(all)} no tenancy test: add :${name} to the ids of \`createWorld\``,
    );
  const unlisted = definitions.flatMap(({ file, text }) =>
    findDefinedIds(text)
      .filter((id) => !operations[id])
      .map((id) => `${file}: ${id} is in no group: add it to one at the end of this file`),
  );
  return [...found, ...unlisted];
}

const listIds = (all: readonly { id: string }[]): string =>
  `${all.map(({ id }) => id).join(', ')} ${all.length > 1 ? 'have' : 'has'}`;

function findDefinitionErrors(operation: Partial<Operation>): string[] {
  const { access, noun, method, audit, body, reply, answers, serves, examples } = operation;
  const isWrite =
    method !== 'GET' &&
    access &&
    access !== 'public' &&
    'scope' in access &&
    access.scope === 'write';
  const missing = [
    ...(reply && examples?.reply === undefined ? ['`examples.reply`'] : []),
    ...(body && examples?.body === undefined ? ['`examples.body`'] : []),
  ];
  return [
    ...(access ? [] : ['has no access: say who may call it']),
    ...(noun ? [] : ["has no noun: name its SDK method, such as 'badges.copy'"]),
    ...(reply || answers || serves
      ? []
      : ['has no reply: add a schema, or media types as `serves`']),
    ...(missing.length > 0 ? [`has no example: add ${missing.join(' and ')}`] : []),
    ...(isWrite && audit === undefined
      ? ['has no audit: name what the audit log says it was done to, or null']
      : []),
  ];
}

const findDefinedIds = (text: string): string[] =>
  Array.from(text.matchAll(/defineOperation\(\{[^}]*?^ {2}id: '(\w+)'/gms), ([, id = '']) => id);

const findDefinition = (definitions: Source[], id: string): string =>
  definitions.find(({ text }) => text.includes(`\n  id: '${id}',`))?.file ??
  'packages/contract/src';

/** Path parameters without an id in the tests' world: other accounts couldn't be tried. */
function findUnknownParams(path: string, samples: string): string[] {
  const [, world = ''] = /const ids = \{(.*?)\n {2}\};/s.exec(samples) ?? [];
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name).filter(
    (name) => !RegExp(`^ {4}${name}\\b`, 'm').test(world),
  );
}

type Node = { [part: string]: unknown };

/** Handlers by the text of a file, because most files are the same in every check. */
const handlersByText = new Map<string, Promise<string[]>>();

function findHandlers(source: Source): Promise<string[]> {
  const known = handlersByText.get(source.text);
  const handlers = known ?? readHandlers(source);
  handlersByText.set(source.text, handlers);
  return handlers;
}

/** Keys of the handlers in calls of `implement`. */
async function readHandlers({ file, text }: Source): Promise<string[]> {
  if (!text.includes('implement(')) return [];
  const { body } = await parse(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') });
  return collectCalls(body).flatMap(({ arguments: args }) => {
    const handlers = (args as { expression: Node }[])[1]?.expression;
    return ((handlers?.properties ?? []) as { key?: { value: string }; value?: string }[]).map(
      ({ key, value }) => key?.value ?? value ?? '',
    );
  });
}

function collectCalls(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee } = node as { type?: string; callee?: { value?: string } };
  const own = type === 'CallExpression' && callee?.value === 'implement' ? [node as Node] : [];
  return [...own, ...Object.values(node).flatMap(collectCalls)];
}

/** A mistake in an operation, and the line that it must give. */
type OperationPlant = { expected: RegExp; plant: (program: Program) => Program };

const change = (id: string, fields: Partial<Record<keyof Operation, unknown>>) => {
  return (program: Program): Program => ({
    ...program,
    operations: {
      ...program.operations,
      [id]: { ...program.operations[id], ...fields } as Operation,
    },
  });
};

const badges = 'packages/contract/src/badges.ts';
export const operationPlants: OperationPlant[] = [
  {
    expected:
      /^apps\/server\/src\/features\/badges\/routes\.ts: launchBadge has no handler: add it to/,
    plant: (program) => ({
      ...change('launchBadge', {
        ...{ id: 'launchBadge', noun: 'badges.launch', method: 'GET' },
        ...{ path: '/badges/:badgeId/launch', access: 'public', serves: ['text/plain'] },
      })(program),
      definitions: program.definitions.map(({ file, text }) => ({
        file,
        text: file === badges ? `${text}\ndefineOperation({\n  id: 'launchBadge',\n});\n` : text,
      })),
    }),
  },
  {
    expected: RegExp(`^${badges}: getBadge has no reply: add`),
    plant: change('getBadge', { reply: undefined }),
  },
  {
    expected: RegExp(`^${badges}: getBadge has no access: say`),
    plant: change('getBadge', { access: undefined }),
  },
  {
    expected: RegExp(`^${badges}: getBadge has no noun: name`),
    plant: change('getBadge', { noun: undefined }),
  },
  {
    expected: RegExp(`^${badges}: getBadge has no example: add .examples.reply.$`),
    plant: change('getBadge', { examples: undefined }),
  },
  {
    expected: RegExp(
      `^${badges}: createBadge has no example: add .examples.reply. and .examples.body.$`,
    ),
    plant: change('createBadge', { examples: undefined }),
  },
  {
    expected: RegExp(`^${badges}: deleteBadge has no audit: name`),
    plant: change('deleteBadge', { audit: undefined }),
  },
  {
    expected: /samples\.ts: getBadge has no tenancy test: add :planId/,
    plant: change('getBadge', { path: '/plans/:planId' }),
  },
  {
    expected: /samples\.ts: getBadge, deleteBadge have no tenancy test: add :planId/,
    plant: (program) =>
      change('getBadge', { path: '/plans/:planId' })(
        change('deleteBadge', { path: '/plans/:planId' })(program),
      ),
  },
  {
    expected: RegExp(`^${badges}: getBadge is in no group: add it to one`),
    plant: (program) => {
      const { getBadge: _, ...operations } = program.operations;
      return { ...program, operations };
    },
  },
];
