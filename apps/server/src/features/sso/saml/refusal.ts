/** Why a SAML response is refused. The texts are for the administrators of the connection. */
export const samlReasons = {
  response_missing:
    'The request contains no SAMLResponse. Check the ACS URL at the identity provider.',
  response_too_large:
    'The response is larger than 256 KiB. Send fewer groups or attributes from the identity provider.',
  response_not_base64: 'SAMLResponse isn’t base64-encoded UTF-8.',
  logout_not_supported:
    'This is a logout message. Insignia doesn’t support single logout. Remove the logout URL at the identity provider.',
  xml_malformed: 'The response isn’t well-formed XML.',
  xml_not_plain:
    'The response contains a document type, a comment, CDATA or a processing instruction. Insignia refuses them because attacks hide there.',
  xml_too_complex: 'The response is nested too deeply or has too many elements.',
  response_not_saml: 'The message isn’t a SAML 2.0 response.',
  unsolicited:
    'The response answers no request. Start at Insignia: sign-in started at the identity provider isn’t supported.',
  provider_refused: 'The identity provider refused the sign-in. Look for the reason in its log.',
  destination_wrong:
    'Destination isn’t this connection’s ACS URL. Check it at the identity provider.',
  issuer_wrong:
    'The issuer isn’t the entity ID in the identity provider’s metadata. Check that metadata.',
  assertion_missing: 'The response contains no assertion.',
  assertions_several: 'The response contains more than one assertion.',
  id_duplicate: 'The response contains the same ID twice.',
  assertion_unsigned:
    'The assertion isn’t signed. A signature of the response alone isn’t enough: turn on signed assertions at the identity provider.',
  signature_misplaced: 'A signature is in an unexpected place or has an unexpected form.',
  algorithm_weak:
    'The signature uses an algorithm that Insignia doesn’t accept, such as SHA-1. Choose RSA with SHA-256 or SHA-512.',
  signature_invalid:
    'The signature doesn’t match the assertion and the certificates in the metadata. If the identity provider has a new certificate, update the metadata.',
  encryption_weak:
    'The encryption uses an algorithm that Insignia doesn’t accept. Choose AES-GCM (or AES-CBC) with RSA-OAEP.',
  decryption_failed:
    'The assertion can’t be decrypted with this connection’s key. Update the encryption certificate at the identity provider.',
  encrypted_part:
    'Part of the assertion is encrypted. Encrypt the assertion as a whole, or not at all.',
  assertion_malformed: 'The assertion lacks a required element.',
  recipient_wrong: 'Recipient isn’t this connection’s ACS URL. Check it at the identity provider.',
  request_wrong: 'The assertion isn’t for the request that the response answers.',
  assertion_expired: 'The assertion has expired. Check the clock of the identity provider.',
  assertion_early: 'The assertion isn’t valid yet. Check the clock of the identity provider.',
  audience_wrong:
    'The audience isn’t this connection’s entity ID. Check it at the identity provider.',
  assertion_replayed: 'This assertion was used before. Sign in again.',
  subject_missing:
    'The assertion has no lasting identifier: the name ID is missing or transient. Send a persistent name ID, an email address as name ID, or the attribute subject-id or pairwise-id.',
} as const;

export type SamlReason = keyof typeof samlReasons;

export class SamlRefusal extends Error {
  readonly reason: SamlReason;
  /** The received value, shortened, for the audit log and the test of a connection. */
  readonly detail: string | undefined;

  constructor(reason: SamlReason, detail?: string) {
    super(reason);
    this.reason = reason;
    this.detail = detail?.slice(0, 300);
  }
}
