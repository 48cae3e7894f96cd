import { nouns, type Operation, pagedLists } from '@insignia/contract';

type OperationsByNoun = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * Reduces the contract to what a client needs at run time: no schemas, no operations without a
 * method.
 */
export function slimContract(): string {
  return `export const nouns = ${text(nouns)};\nexport const pagedLists = ${text(pagedLists)};`;
}

const text = (named: OperationsByNoun): string =>
  JSON.stringify(
    mapValues(named, (methods) => mapValues(methods, summarizeOperation)),
    undefined,
    1,
  );

const mapValues = <T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));

const summarizeOperation = (operation: Operation): object => {
  const { id, method, path, accepts, serves, idempotent, tagged, bare, envelope, formerNames } =
    operation;
  // Only the presence of a schema matters.
  const schemas = (['body', 'reply', 'answers'] as const).filter((name) => operation[name]);
  return {
    ...{ id, method, path, accepts, serves, idempotent, tagged, bare, envelope, formerNames },
    ...Object.fromEntries(schemas.map((name) => [name, {}])),
  };
};
