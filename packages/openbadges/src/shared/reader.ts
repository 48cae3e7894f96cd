/** A document as received, or a phrase that completes "The badge class …". */
export type Answer =
  | {
      status: number;
      document: unknown;
      /** Why the document wasn't parsed: a phrase that completes "The badge class …". */
      unread?: string | undefined;
      /**
       * The bytes as received, at most 1 MiB. Digests of related resources are checked against
       * them. Without the bytes, the result of that check is `unknown`.
       */
      body?: Uint8Array | undefined;
    }
  | { problem: string; outcome: Outcome };
/**
 * Verifiers rethrow errors of this function. An address that doesn't respond is a `problem`, not an
 * error.
 */
export type ReadDocument = (url: string) => Promise<Answer>;

/** Maximum Date value (ECMA-262 §21.4.1.1). */
const last = 8.64e15;

/** Throws for NaN: all comparisons with it are false, so everything would be valid. */
export function assertMoment(now: unknown): void {
  if (typeof now !== 'number' || !(Math.abs(now) <= last))
    throw new TypeError(`now must be in epoch milliseconds, like Date.now(): ${String(now)}`);
}

/** `unknown`: could not be checked. Never as good as `valid`. */
export type Outcome = 'valid' | 'invalid' | 'unknown';

/** Invalid if any check is, valid if all are. */
export function overall(checks: readonly { outcome: Outcome }[]): Outcome {
  if (checks.some(({ outcome }) => outcome === 'invalid')) return 'invalid';
  return checks.length > 0 && checks.every(({ outcome }) => outcome === 'valid')
    ? 'valid'
    : 'unknown';
}

/**
 * Reads what is at an address named by a credential, or returns a phrase that says why not. The
 * bytes may be there although the document couldn't be parsed.
 */
export async function fetchNamed(
  address: string,
  read: ReadDocument,
): Promise<Extract<Answer, { status: number }> | string> {
  if (!/^https?:\/\//i.test(address)) return 'has no web address';
  const answer = await read(address);
  if ('problem' in answer) return answer.problem;
  return answer.status === 200 ? answer : `couldn’t be fetched (HTTP ${answer.status})`;
}

/** Like {@link fetchNamed}, for what is used only if it could be parsed. */
export async function fetchNamedDocument(
  address: string,
  read: ReadDocument,
): Promise<{ document: unknown } | string> {
  const answer = await fetchNamed(address, read);
  return typeof answer === 'string' ? answer : (answer.unread ?? answer);
}

/** A phrase that says why a document couldn't be read. Undefined if the status says more. */
export function findReadProblem(answer: Answer): string | undefined {
  if ('problem' in answer) return answer.problem;
  return answer.status === 200 ? answer.unread : undefined;
}
