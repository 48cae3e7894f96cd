import { isObject, type Json, words } from '../../shared/read.ts';
import { isOfType } from './plain.ts';

export type Kind = 'badge' | 'endorsement' | 'record' | 'presentation' | 'envelope' | 'other';

const kinds: [type: string, kind: Kind][] = [
  ['VerifiablePresentation', 'presentation'],
  ['EnvelopedVerifiableCredential', 'envelope'],
  ['EnvelopedVerifiablePresentation', 'envelope'],
  ['OpenBadgeCredential', 'badge'],
  ['AchievementCredential', 'badge'],
  ['EndorsementCredential', 'endorsement'],
  ['ClrCredential', 'record'],
];

/**
 * Determines the kind from the types. A badge that lacks its type is recognized by its subject, so
 * that the badge's rules apply to it.
 */
export function kindOf(document: Json): Kind {
  const [, kind] = kinds.find(([type]) => isOfType(document, type)) ?? [];
  if (kind) return kind;
  const { credentialSubject: subject } = document;
  return isObject(subject) && isOfType(subject, 'AchievementSubject') ? 'badge' : 'other';
}

/** Specific types of a credential. */
export function nameOfKind(document: Json): string {
  const names = words(document.type).filter((type) => type !== 'VerifiableCredential');
  return names.length > 0 ? names.join(', ').slice(0, 100) : 'VerifiableCredential';
}
