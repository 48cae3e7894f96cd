import type { Operation } from '@insignia/contract';
import { nouns } from '../src/nouns.ts';

/** Of the contract only what a client sends by: no schemas, none of the operations that it has no method for. */
export function slimContract(): string {
  const used = Object.values(nouns).flatMap((methods) => Object.values<Operation>(methods));
  const facts = used.map((operation) => [operation.id, factsOf(operation)]);
  return `export const operations = ${JSON.stringify(Object.fromEntries(facts), undefined, 1)};`;
}

const factsOf = ({
  id,
  method,
  path,
  accepts,
  serves,
  idempotent,
  bare,
  envelope,
  ...schemas
}: Operation) => ({
  ...{ id, method, path, accepts, serves, idempotent, bare, envelope },
  // That there is one is all that matters.
  ...Object.fromEntries(
    (['body', 'reply', 'answers'] as const).flatMap((name) => (schemas[name] ? [[name, {}]] : [])),
  ),
});
