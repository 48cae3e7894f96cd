/** `unknown`: could not be checked, which is never as good as `valid`. */
export type Outcome = 'valid' | 'invalid' | 'unknown';

/** Invalid when anything is, valid when all is. */
export function overall(checks: readonly { outcome: Outcome }[]): Outcome {
  if (checks.some(({ outcome }) => outcome === 'invalid')) return 'invalid';
  return checks.length > 0 && checks.every(({ outcome }) => outcome === 'valid')
    ? 'valid'
    : 'unknown';
}
