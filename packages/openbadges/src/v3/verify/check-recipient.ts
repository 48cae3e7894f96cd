import { all, isObject, type Json, text } from '../../shared/read.ts';
import { formsOf, isRecipient } from '../../v2/recipient.ts';
import type { Finding } from './report.ts';

/**
 * Checks that the credential was issued to an email address (Open Badges 3.0 §Verify the Recipient
 * Using an Identifier).
 */
export function checkRecipient(subject: Json, email: string): Finding {
  const hashes = all(subject.identifier)
    .filter(isObject)
    .filter(({ identityType }) => identityType === 'emailAddress');
  const found = hashes.map(({ identityHash, salt }) =>
    isRecipient({ type: 'email', identity: identityHash, salt }, email),
  );
  const known = text(subject.id)?.toLowerCase();
  if (formsOf(email.trim()).some((form) => known === `mailto:${form}`)) found.push(true);
  if (found.includes(true))
    return { outcome: 'valid', message: `The credential was issued to ${email}.` };
  return found.includes(false)
    ? { outcome: 'invalid', message: `The credential wasn’t issued to ${email}.` }
    : {
        outcome: 'unknown',
        message: 'The credential doesn’t state the recipient’s email address.',
      };
}

/** The recipient's name, if it isn't hashed. */
export function nameOf(subject: Json): string | undefined {
  const named = all(subject.identifier)
    .filter(isObject)
    .find(({ identityType, hashed }) => identityType === 'name' && hashed === false);
  return named && text(named.identityHash);
}
