/** `unknown`: could not be checked. Never as good as `valid`. */
export type Outcome = 'valid' | 'invalid' | 'unknown';

/** Invalid if any check is, valid if all are. */
export function overall(checks: readonly { outcome: Outcome }[]): Outcome {
  if (checks.some(({ outcome }) => outcome === 'invalid')) return 'invalid';
  return checks.length > 0 && checks.every(({ outcome }) => outcome === 'valid')
    ? 'valid'
    : 'unknown';
}
