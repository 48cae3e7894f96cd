import assert from 'node:assert/strict';
import { type Operation, operations, refusalsOf, statusOf } from '@insignia/contract';

type Known = { pattern: RegExp; names: number; operation: Operation };

const known: Known[] = Object.values<Operation>(operations)
  .map((operation) => ({
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
    names: operation.path.split(':').length - 1,
    operation,
  }))
  // An address without names is meant before one with them.
  .sort((a, b) => a.names - b.names);

/** What has no body of its own: redirects of documents, and what the reader has already. */
const besides = [303, 304];
/** Of what is no request to an operation at all. */
const beforeIt = ['not_found', 'method_not_allowed', 'headers_too_large'];

/** Fails the test that meets a status or an error which the contract does not declare. */
export function assertDeclared(
  method: string,
  path: string,
  { status, code }: { status: number; code: string | undefined },
): void {
  const [bare = ''] = path.replace(/^https?:\/\/[^/]+/, '').split('?');
  const asked = method === 'HEAD' ? 'GET' : method;
  const found = known.find((one) => one.operation.method === asked && one.pattern.test(bare));
  if (!found || (code && beforeIt.includes(code))) return;
  const { operation } = found;
  const shown = `${operation.id} answered ${status} ${code ?? ''}`;
  if (status < 400)
    assert.ok([statusOf(operation), ...besides].includes(status), `${shown}: undeclared status`);
  else if (code)
    assert.ok((refusalsOf(operation) as string[]).includes(code), `${shown}: undeclared error`);
}
