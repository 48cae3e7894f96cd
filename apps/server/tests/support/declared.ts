import assert from 'node:assert/strict';
import {
  groupByStatus,
  listErrorCodes,
  listOtherResponses,
  type Operation,
  operations,
  successStatus,
} from '@insignia/contract';
import { recordObservedError } from './observed-errors.ts';

type KnownOperation = { pattern: RegExp; names: number; operation: Operation };

const known: KnownOperation[] = Object.values<Operation>(operations)
  .map((operation) => ({
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
    names: operation.path.split(':').length - 1,
    operation,
  }))
  // A fixed path takes precedence over one with parameters.
  .sort((a, b) => a.names - b.names);

/** For requests that reach no operation. */
const beforeIt = ['not_found', 'method_not_allowed', 'headers_too_large'];

type ObservedResponse = { status: number; code: string | undefined; type: string | null };

function operationAt(method: string, path: string): Operation | undefined {
  const [bare = ''] = path.replace(/^https?:\/\/[^/]+/, '').split('?');
  const declaredMethod = method === 'HEAD' ? 'GET' : method;
  return known.find((one) => one.operation.method === declaredMethod && one.pattern.test(bare))
    ?.operation;
}

/** Without a body: true if the operation declares the status. */
export function isDeclaredStatus(method: string, url: string, status: number): boolean {
  const operation = operationAt(method, url);
  return (
    !operation ||
    status === successStatus(operation) ||
    groupByStatus(listErrorCodes(operation)).has(status) ||
    listOtherResponses(operation).some((other) => other.status === status)
  );
}

/** Fails the test for an undeclared status, error or page. */
export function assertDeclared(
  method: string,
  path: string,
  { status, code, type }: ObservedResponse,
): void {
  const operation = operationAt(method, path);
  if (!operation) return;
  const shown = `${operation.id} answered ${status} ${code ?? ''} ${type ?? ''}`;
  const refusals = listErrorCodes(operation);
  if (code) {
    if (beforeIt.includes(code) && !(refusals as string[]).includes(code)) return;
    assert.ok((refusals as string[]).includes(code), `${shown}: undeclared error`);
    recordObservedError(operation.id, code);
    return;
  }
  const [media] = (type ?? '').split(';');
  const isOther = listOtherResponses(operation).some(
    ({ status: other, serves = [''] }) => other === status && serves.includes(media ?? ''),
  );
  // HEAD has no body with the error.
  const isBare = method === 'HEAD' && groupByStatus(refusals).has(status);
  assert.ok(
    isOther || isBare || status === successStatus(operation),
    `${shown}: undeclared answer`,
  );
}
