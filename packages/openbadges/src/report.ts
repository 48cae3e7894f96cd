/** `unknown`: could not be checked, which is never as good as `valid`. */
export type Outcome = 'valid' | 'invalid' | 'unknown';
export type CheckName =
  | 'fetched'
  | 'shape'
  | 'scope'
  | 'issuer'
  | 'badge'
  | 'expiry'
  | 'revocation'
  | 'recipient';
/** `message`: one sentence for people. */
export type Check = { check: CheckName; outcome: Outcome; message: string };

const order: CheckName[] = [
  ...([
    'fetched',
    'shape',
    'scope',
    'issuer',
    'badge',
    'expiry',
    'revocation',
    'recipient',
  ] as const),
];

/** Collects checks, in the order in which people read them. */
export class Report {
  readonly #checks = new Map<CheckName, Check>();

  add(check: CheckName, outcome: Outcome, message: string): void {
    this.#checks.set(check, { check, outcome, message });
  }

  get checks(): Check[] {
    return order.flatMap((name) => this.#checks.get(name) ?? []);
  }
}

/** Invalid when anything is, valid when all is. */
export function overall(checks: Check[]): Outcome {
  if (checks.some(({ outcome }) => outcome === 'invalid')) return 'invalid';
  return checks.length > 0 && checks.every(({ outcome }) => outcome === 'valid')
    ? 'valid'
    : 'unknown';
}
