import type { Operation } from '@insignia/contract';
import type { Program } from './operations.ts';

/** A mistake in an operation, and the line that it must give. */
export type OperationPlant = { expected: RegExp; plant: (program: Program) => Program };

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
