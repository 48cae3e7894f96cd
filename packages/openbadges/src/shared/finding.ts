import type { Outcome } from './reader.ts';

/**
 * Reasons for the outcome of a check, by code. Words in braces are values. A check's `message` may be more specific than the
 * text of its code.
 */
export const detailTexts = {
  document_unusable: 'The document can’t be read as a credential.',
  format_unsupported: 'This format isn’t supported.',
  document_unread: 'The document at {url} couldn’t be fetched.',
  document_missing: 'There is no document at {url}.',
  document_deleted: 'The document at {url} was deleted.',
  document_refused: 'The server didn’t return the document at {url} (HTTP {status}).',
  document_not_json: 'The document at {url} isn’t a JSON document.',
  link_missing: 'The credential doesn’t name this document.',
  id_differs: 'The id of the document at {url} doesn’t match its address.',
  rules_broken: 'The document breaks rules in these sections of the standard: {sections}.',
  fetched: 'Fetched from {url}',
  read_signed: 'The credential was read from its signed document (JWS).',
  no_address: 'The credential has no web address to download it from.',
  wrong_document:
    'This document is a badge class or an issuer profile, not a credential. Enter the credential’s link or file.',
  hosted_differs: 'This document differs from the one that the issuer hosts.',
  assertion_complete: 'The assertion has everything that Open Badges 2.0 requires.',
  badge_complete: 'The credential has everything that Open Badges 3.0 requires.',
  endorsement_complete: 'Endorsement with everything that Open Badges 3.0 requires.',
  record_complete: 'Learner record with everything that Comprehensive Learner Record 2.0 requires.',
  type_unsupported: 'This type of credential isn’t supported: {type}.',
  envelope_malformed: 'The envelope around the credential is malformed (VC 4.13).',
  envelope_unsupported: 'Envelopes with “{type}” aren’t supported.',
  nested_too_deeply: 'The credential is nested too deeply.',
  too_many_credentials: 'At most {limit} credentials can be verified together.',
  too_complex: 'The credential is too complex to check.',

  presentation_empty: 'The presentation contains no credential.',
  presentation_missing:
    'The document isn’t a presentation, so it wasn’t created for this verifier.',
  presentation_not_for_us: 'The presentation isn’t signed for this verifier.',
  presentation_unsigned: 'The presentation isn’t signed, so it doesn’t show who presents it.',
  presentation_incomplete: 'The presentation isn’t complete.',
  presentation_other_content: 'The presentation was signed for other content.',
  presentation_other_challenge: 'The presentation was created for another challenge.',
  presentation_other_verifier: 'The presentation was created for another verifier.',
  presentation_expired: 'The presentation has expired.',
  presentation_not_yet_valid: 'The presentation isn’t valid yet.',
  presentation_untrusted: 'The presentation can’t be trusted: {reason}',
  presented_by: 'The presentation was signed by {holder}.',
  presented_with_bound_key:
    'The presentation was signed with the key that the credential is bound to.',
  presented_with_other_key:
    'The presentation wasn’t signed with the key that the credential is bound to.',
  all_inside_valid: 'All {total} credentials inside are valid.',
  some_inside_invalid:
    'Credentials inside that aren’t valid: {count} of {total}. “{name}”: {reason}',
  some_inside_unknown:
    'Credentials inside that couldn’t be verified: {count} of {total}. “{name}”: {reason}',

  not_signed: 'The credential isn’t signed.',
  signature_valid: 'The signature is valid.',
  signed_by_presentation: 'The credential is covered by the presentation’s signature.',
  altered: 'The credential was changed after it was signed, or was signed with another key.',
  member_undefined: 'The credential has a member that none of its contexts defines.',
  number_unsupported: 'The credential has a number that JSON can’t represent.',
  content_ambiguous: 'The credential can be read in more than one way.',
  claim_differs: 'The JWT’s {claim} claim doesn’t match the credential.',
  not_by_signature: 'The credential doesn’t state that it’s verified by its signature.',
  algorithm_unsupported: 'Signatures of type {type} aren’t supported.',
  algorithm_unsafe: 'The signature algorithm proves nothing ({type}).',
  header_extended: 'The JWT’s header requires an extension that credentials don’t use (crit).',
  too_many_proofs: 'The credential has more than {limit} proofs.',
  proof_malformed: 'The proof is malformed.',
  proof_unsupported: 'Proofs of type “{type}” aren’t supported.',
  proof_chained: 'The proof depends on another proof, which isn’t supported.',
  proof_not_for_issuing: 'The proof’s purpose isn’t to issue credentials (assertionMethod).',
  proof_not_for_presenting: 'The proof’s purpose isn’t to present credentials (authentication).',
  proof_expired: 'The proof has expired.',

  key_mismatch: 'The key doesn’t work with {type}.',
  key_unusable: 'The key can’t be used.',
  key_unnamed: 'The JWT doesn’t name a key to check the signature with.',
  key_unknown: 'The issuer couldn’t be read, so its signing key is unknown.',
  key_type_unsupported: 'This type of key isn’t supported.',
  key_address_unsupported: 'The key’s address isn’t supported.',
  key_missing: 'The document that should contain the key doesn’t have it.',
  key_in_credential:
    'The credential was signed with a key that it contains (thumbprint {thumbprint}). Nothing proves that this key belongs to the named issuer.',
  key_not_of_issuer: 'The credential was signed with a key that isn’t the issuer’s.',
  key_of_other: 'The signing key belongs to someone else.',
  key_unlisted: 'The credential was signed with a key that the issuer doesn’t list.',
  key_listed: 'The credential was signed with a key that the issuer lists.',
  key_revoked: 'The issuer revoked the key that signed this credential.',
  key_expired: 'The key that signed this credential has expired.',
  no_keys: 'The issuer doesn’t list a signing key.',
  too_many_keys: 'The issuer lists more than {limit} keys.',

  signer_unknown: 'Without a valid signature, the signer is unknown.',
  signed_by_issuer: 'The credential was signed with one of the issuer’s keys.',
  presented_by_issuer: 'The issuer presented this credential.',
  issuer_complete: 'The issuer’s profile is complete.',
  issuer_without_address:
    'The issuer has no web address, so nothing shows whose key signed the credential.',
  issuer_unknown: 'The badge class couldn’t be read, so the issuer is unknown.',
  badge_named: 'The badge is “{name}”.',
  omitted_if_revoked: 'Revoked assertions may omit this, so it can’t be checked.',
  hosted_by_issuer: 'The credential is hosted where the issuer publishes its credentials.',
  hosted_elsewhere: 'The credential isn’t hosted where the issuer publishes its credentials.',
  hosting_unknown: 'The issuer couldn’t be read, so the hosting address can’t be checked.',
  hosting_signed: 'This document says that it’s signed. Verify the signed file (JWS) instead.',

  never_expires: 'The credential doesn’t expire.',
  valid_until: 'The credential is valid until {end}.',
  expired: 'The credential expired on {end}.',
  not_yet_valid: 'The credential is valid from {start}. The current time is {now}.',
  issued_in_future: 'The issue date, {start}, is in the future.',
  dates_omitted: 'Revoked assertions may omit their dates.',

  not_revoked: 'The credential hasn’t been revoked.',
  revoked: 'The issuer revoked this credential.',
  revoked_for: 'The issuer revoked this credential: {reason}',
  suspended: 'The issuer has suspended this credential.',
  status_unchecked: 'Without a valid signature, the status can’t be checked.',
  status_absent: 'The credential has no status that could change.',
  status_malformed: 'The status entry is malformed.',
  status_type_unsupported: 'This type of status isn’t supported.',
  status_bits_unsupported: 'Status entries with several bits aren’t supported.',
  status_value_unsupported: 'This status isn’t supported.',
  status_irrelevant: 'The status isn’t about validity ({purpose}).',
  status_list_unusable:
    'The status list at {url} couldn’t be read, or isn’t a current list by the issuer.',
  status_unlisted: 'The status list has no entry for this credential.',
  too_many_statuses: 'The credential has more than {limit} status entries.',
  revocation_list_absent: 'The issuer has no revocation list.',
  revocation_list_without_address: 'The revocation list has no web address.',
  revocation_list_unusable:
    'The revocation list at {url} couldn’t be read, or isn’t a list by the issuer.',
  revocation_list_unchecked: 'Without a valid signature, the revocation list can’t be checked.',

  resources_unchanged: 'The related resources haven’t changed since the credential was signed.',
  resources_unchecked: 'Without a valid signature, related resources can’t be checked.',
  resource_changed:
    'The related resource {url} has changed since the credential was signed (VC 5.3).',
  resource_unread: 'The related resource {url} couldn’t be read.',
  resource_digest_unsupported: 'The related resource {url} has a digest of an unsupported type.',
  too_many_resources: 'The credential has more than {limit} related resources.',

  recipient_unstated: 'The credential doesn’t state the recipient’s email address.',
  issued_to: 'The credential was issued to {email}.',
  not_issued_to: 'The credential wasn’t issued to {email}.',
  not_issued_to_any: 'The credential wasn’t issued to any of these addresses.',

  not_an_endorsement: 'This isn’t an EndorsementCredential.',
  too_many_endorsements: 'At most {limit} endorsements can be verified together.',
  endorsement_too_slow: 'The endorsement couldn’t be checked in time.',
  endorsement_of_other: 'The endorsement is about something other than this credential.',
  endorsement_of_this: 'The endorsement is about {id}.',
  endorsement_of_unproven:
    'The endorsement is about {id}, which this issuer hasn’t proven to be its own.',
} as const;

export type DetailCode = keyof typeof detailTexts;
/** A presentation for another occasion than this. */
export type PresentationError =
  | 'presentation_other_challenge'
  | 'presentation_other_verifier'
  | 'presentation_expired'
  | 'presentation_not_yet_valid';
/** Days and times are epoch milliseconds in UTC. */
export type DetailValue = string | number | { day: number } | { time: number } | Detail;
/** The reason for an outcome, for texts in other languages. */
export type Detail = { code: DetailCode; values: Readonly<Record<string, DetailValue>> };
/**
 * An outcome with its reason, not yet assigned to a check. `message`: one sentence in English. `means`: the status of an
 * Open Badges 3.0 credential if nothing else is wrong with it.
 */
export type Finding = {
  outcome: Outcome;
  message: string;
  detail: Detail;
  means?: 'revoked' | 'suspended' | 'expired' | 'not_yet_valid' | undefined;
};

type ValueName<T> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueName<Rest>
  : never;
type ValuesOf<C extends DetailCode> = [ValueName<(typeof detailTexts)[C]>] extends [never]
  ? []
  : [values: Record<ValueName<(typeof detailTexts)[C]>, DetailValue>];

/** The values are those that the English text of the code names. */
export function createFinding<C extends DetailCode>(
  outcome: Outcome,
  code: C,
  ...rest: ValuesOf<C>
): Finding {
  const [values = {}] = rest as [Detail['values']?];
  const detail = { code, values };
  return { outcome, message: describeDetail(detail, detailTexts, formatValue), detail };
}

/** A detail in the language of `texts`. `format` doesn't get details, which may be values of others. */
export function describeDetail(
  { code, values }: Detail,
  texts: Readonly<Record<DetailCode, string>>,
  format: (value: Exclude<DetailValue, Detail>) => string,
): string {
  return texts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'object' && 'code' in value
      ? describeDetail(value, texts, format)
      : format(value);
  });
}

function formatValue(value: Exclude<DetailValue, Detail>): string {
  if (typeof value !== 'object') return String(value);
  if ('day' in value) return new Date(value.day).toISOString().slice(0, 10);
  return `${new Date(value.time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * A check of a verdict. Its `detail` isn't enumerable, so that copies and JSON of verdicts contain only what the interface
 * of the service describes.
 */
export type VerdictCheck<Name> = {
  check: Name;
  outcome: Outcome;
  message: string;
  readonly detail: Detail;
};

export function createCheck<Name>(check: Name, finding: Finding): VerdictCheck<Name> {
  const { outcome, message, detail } = finding;
  const described = { check, outcome, message };
  return Object.defineProperty(described, 'detail', { value: detail }) as VerdictCheck<Name>;
}
