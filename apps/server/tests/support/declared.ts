import assert from 'node:assert/strict';
import {
  groupByStatus,
  listErrorCodes,
  listOtherResponses,
  type Operation,
  operations,
  pagePaths,
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
const byMethod = Map.groupBy(known, ({ operation }) => operation.method as string);

/** Pages for browsers, which may have the path of an operation. */
const pages = Object.values(pagePaths).map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
);

function isPageResponse(path: string, status: number, media: string | undefined): boolean {
  const [bare = ''] = path.replace(/^https?:\/\/[^/]+/, '').split('?');
  return (media === 'text/html' || status === 303) && pages.some((page) => page.test(bare));
}

/** For requests that reach no operation. */
const beforeIt = ['not_found', 'method_not_allowed', 'headers_too_large'];

type ObservedResponse = { status: number; code: string | undefined; type: string | null };

function operationAt(method: string, path: string): Operation | undefined {
  const [bare = ''] = path.replace(/^https?:\/\/[^/]+/, '').split('?');
  const declaredMethod = method === 'HEAD' ? 'GET' : method;
  return byMethod.get(declaredMethod)?.find(({ pattern }) => pattern.test(bare))?.operation;
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
  const [media] = (type ?? '').split(';');
  if (!code && !operation.serves && isPageResponse(path, status, media)) return;
  const shown = `${operation.id} answered ${status} ${code ?? ''} ${type ?? ''}`;
  const refusals = listErrorCodes(operation);
  if (code) {
    if (beforeIt.includes(code) && !(refusals as string[]).includes(code)) return;
    assert.ok((refusals as string[]).includes(code), `${shown}: undeclared error`);
    recordObservedError(operation.id, code);
    return;
  }
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
