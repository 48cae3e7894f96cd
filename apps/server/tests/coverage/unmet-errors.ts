import { type ErrorCode, type Operation, refusalsOf } from '@insignia/contract';

/** Said by one part for every operation: one that meets it stands for all. */
const saidOnce: readonly ErrorCode[] = [
  // The driver's, of whatever is written. Reads that keep something say it of their own, and each is met.
  'storage_full',
  // Whoever comes with a token of an identity provider, before any operation.
  'identity_provider_unavailable',
  'sign_up_closed',
];

/** What nobody meets, and why. */
const unmeetable: Partial<Record<ErrorCode, string>> = {
  internal_error: 'a fault of ours: whoever meets one has it mended',
  request_timeout: 'answered past the framework to sockets, in slow-requests.test.ts',
  busy: 'said by queues, each tested beside itself: turns, thread, typesetter, digester, templates',
};

/**
 * What the contract declares and no test has met: a line each. Errors that an operation names itself count one by one,
 * whoever says them.
 */
export function unmetErrors(
  operations: Readonly<Record<string, Operation>>,
  met: ReadonlySet<string>,
): string[] {
  const codes = new Set([...met].map((line) => line.split(' ')[1]));
  return Object.entries(operations).flatMap(([id, operation]) =>
    refusalsOf(operation)
      .filter((code) => !(code in unmeetable) && !met.has(`${id} ${code}`))
      .filter((code) => !(isSaidOnce(operation, code) && codes.has(code)))
      .map((code) => `${id} ${code}`),
  );
}

function isSaidOnce({ errors = [] }: Operation, code: ErrorCode): boolean {
  return saidOnce.includes(code) && !errors.includes(code);
}
