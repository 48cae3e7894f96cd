import type { Contexts } from './contexts.ts';
import type { Seeking } from './find-key.ts';

/** Everything a verification needs besides the document. Credentials within others share it. */
export type Setting = Omit<Seeking, 'issuer' | 'purpose'> & {
  contexts: Contexts;
  email: string | undefined;
  /** Required of presentations. */
  challenge: string | undefined;
  domain: string | undefined;
  /** How many more credentials are looked at. */
  budget: { credentials: number };
};
