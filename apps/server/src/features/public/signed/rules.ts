import { credentialsContext } from '@insignia/openbadges/v3';
import { parseAccept } from '../../../kernel/accept.ts';

/** Media types of a signed document, the default first. */
export const documentTypes = [
  'application/vc+ld+json',
  'application/json',
  'application/ld+json',
] as const;
export const didTypes = ['application/did+ld+json', 'application/json'] as const;

/** The media type that the client ranks highest. */
export function chooseType<T extends string>(accept: string | undefined, among: readonly T[]): T {
  const weight = parseAccept(accept);
  const general = Math.max(weight('application/*') ?? 0, weight('*/*') ?? 0);
  const wanted = (type: T): number => weight(type) ?? general;
  return [...among].sort((one, other) => wanted(other) - wanted(one))[0] as T;
}

/**
 * Creates a presentation that offers a credential to a wallet (VCALM 1.0, §Participate in an
 * Exchange).
 */
export function createWalletOffer(credential: Record<string, unknown>) {
  return {
    verifiablePresentation: {
      '@context': [credentialsContext],
      type: ['VerifiablePresentation'],
      verifiableCredential: [credential],
    },
  };
}
