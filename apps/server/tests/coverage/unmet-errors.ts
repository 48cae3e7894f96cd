import { type ErrorCode, listErrorCodes, type Operation } from '@insignia/contract';

/** Raised in one place for all operations, so one test is enough. */
const saidOnce: readonly ErrorCode[] = [
  // Raised by the driver for any write. Reads that store something raise it separately, and each is
  // tested.
  'storage_full',
  // For tokens of an identity provider, before any operation.
  'identity_provider_unavailable',
  'sign_up_closed',
];

/** Errors no test can meet, with the reason. */
const unmeetable: Partial<Record<ErrorCode, string>> = {
  internal_error: 'a bug of the service: no test may cause one on purpose',
  request_timeout: 'answered past the framework to sockets, in slow-requests.test.ts',
  headers_too_large: 'answered past the framework to sockets, in bad-input.test.ts',
  busy: 'said by queues, each tested beside itself: turns, thread, typesetter, digester, templates',
};

/** Declared errors that no test has met. Errors an operation names itself count separately. */
export function findUnmetErrors(
  operations: Readonly<Record<string, Operation>>,
  metErrors: ReadonlySet<string>,
): string[] {
  const codes = new Set([...metErrors].map((line) => line.split(' ')[1]));
  return Object.entries(operations).flatMap(([id, operation]) =>
    listErrorCodes(operation)
      .filter((code) => !(code in unmeetable) && !metErrors.has(`${id} ${code}`))
      .filter((code) => !(isSaidOnce(operation, code) && codes.has(code)))
      .map((code) => `${id} ${code}`),
  );
}

function isSaidOnce({ errors = [] }: Operation, code: ErrorCode): boolean {
  return saidOnce.includes(code) && !errors.includes(code);
}
