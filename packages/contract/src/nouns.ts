import type { Operation } from './operation.ts';
import { type OperationId, operations } from './operations.ts';

type All = typeof operations;
type NounOf<O> = O extends { noun: `${infer Noun}.${string}` } ? Noun : never;
type MethodOf<O, Noun extends string> = O extends { noun: `${Noun}.${infer Name}` } ? Name : never;
type IteratorOf<O, Noun extends string> = O extends {
  noun: `${Noun}.${string}`;
  iterator: infer Name extends string;
}
  ? Name
  : never;

type Nouns = {
  readonly [Noun in NounOf<All[OperationId]>]: {
    readonly [Id in OperationId as MethodOf<All[Id], Noun>]: All[Id];
  };
};
type PagedLists = {
  readonly [Noun in NounOf<Extract<All[OperationId], { iterator: string }>>]: {
    readonly [Id in OperationId as IteratorOf<All[Id], Noun>]: All[Id];
  };
};

/** Every operation by noun and method name, as the SDK exposes them. */
export const nouns = groupByNoun((_operation, method) => method) as Nouns;

/** Paged lists, which the SDK also offers as iterators. */
export const pagedLists = groupByNoun(({ iterator }) => iterator) as PagedLists;

/** Operations that no client calls, with the reason. */
export const operationsWithoutMethod: Partial<Record<string, string>> = Object.fromEntries(
  Object.values<Operation>(operations).flatMap(({ id, noun }) =>
    typeof noun === 'string' ? [] : [[id, noun.none]],
  ),
);

function groupByNoun(
  nameOf: (operation: Operation, method: string) => string | undefined,
): Record<string, Record<string, Operation>> {
  const grouped: Record<string, Record<string, Operation>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    if (typeof operation.noun !== 'string') continue;
    const [noun = '', method = ''] = operation.noun.split('.');
    const name = nameOf(operation, method);
    if (name) grouped[noun] = { ...grouped[noun], [name]: operation };
  }
  return grouped;
}
