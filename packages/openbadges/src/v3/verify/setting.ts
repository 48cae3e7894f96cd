import type { Contexts } from './contexts.ts';
import type { Seeking } from './find-key.ts';

/**
 * Everything that verification needs besides the document. Shared with the credentials inside it.
 */
export type Setting = Omit<Seeking, 'issuer' | 'purpose'> & {
  contexts: Contexts;
  email: string | undefined;
  /** The challenge that a presentation must contain. */
  challenge: string | undefined;
  domain: string | undefined;
  /** How many may still be verified. */
  budget: { credentials: number; endorsements: number };
};
