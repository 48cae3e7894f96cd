import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/issuers. */
const issuers = {
  'issuers.lead':
    'The organizations that issue your badges, such as a school, a company or an association.',
  'issuers.new.lead':
    'Shown on every credential. Once the issuer is verified, you can’t change its website or email. You can correct the name until the first credential.',
  'issuers.create': 'Create issuer',
  'issuers.none.title': 'No issuers yet',
  'issuers.none.words':
    'Your issuers will appear here. An issuer is the organization that your credentials name as their source.',
  'issuers.name': 'Name',
  'issuers.name.hint': 'As it should appear on a certificate',
  'issuers.name.correct': 'Correct name',
  'issuers.name.correct.hint':
    'You can correct the name until the first credential of this issuer.',
  'issuers.name.corrected': 'Issuer name corrected',
  'issuers.website': 'Website',
  'issuers.email': 'Email',
  'issuers.email.hint':
    'Shown publicly. The email address of the account’s owner is verified immediately. For any other address, we email a code.',
  'issuers.logo': 'Logo',
  'issuers.linkedin': 'LinkedIn organisation id',
  'issuers.linkedin.hint':
    'The number of your company page. Recipients can then add credentials to their profile under its name.',
  'issuers.verified': 'Verified',
  'issuers.unverified': 'Not verified',
  'issuers.verified.now': 'Issuer {name} verified',
  'issuers.verify': 'Verify',
  'issuers.verify.title': 'Verify the email address',
  'issuers.verify.words': 'We emailed a code to {email}. Enter it here to create badges.',
  'issuers.code': 'Code',
  'issuers.code.hint':
    'From the latest email. Resending the code or editing the issuer makes earlier codes invalid.',
  'issuers.code.resend': 'Resend code',
  'issuers.code.sent': 'We’re sending a new code to {email}',
  'issuers.brand': 'Brand',
  'issuers.badge': 'Create a badge',
  'issuers.next': 'Next step',
  'issuers.next.code': 'Enter code',
  'issuers.hint': 'Set up your brand',
  'issuers.hint.words':
    'The brand sets the color, logos and signatures of pages, certificates and emails. You can change the brand at any time, and choose whether issued credentials change too.',
  'issuers.fixed':
    'Credentials refer to this issuer, so you can’t change its name, website or email.',
  'issuers.fixed.verified': 'This issuer is verified, so you can’t change its website or email.',
  'issuers.keys': 'Signing keys',
  'issuers.keys.words':
    'This issuer signs its Open Badges 3.0 credentials with its own keys. Anyone can read the public keys.',
  'issuers.keys.none':
    'No keys yet. The first one is created when someone requests a credential as Open Badges 3.0.',
  'issuers.keys.did': 'DID',
  'issuers.keys.document': 'Public keys',
  'issuers.keys.signs': 'Signing since {at}',
  'issuers.keys.waits': 'Published. Starts signing {at}.',
  'issuers.keys.stays': 'No longer signs. Its signatures stay valid.',
  'issuers.keys.revoked': 'Revoked on {at}',
  'issuers.keys.rotate': 'Rotate key',
  'issuers.keys.rotate.title': 'Rotate the signing key?',
  'issuers.keys.rotate.words':
    'The new key is published immediately and starts signing after 5 minutes. The current key stays published, so its signatures stay valid.',
  'issuers.keys.rotated': 'Signing key rotated',
  'issuers.keys.revoke': 'Revoke key',
  'issuers.keys.revoke.one': 'Revoke key {key}',
  'issuers.keys.revoke.title': 'Revoke this signing key?',
  'issuers.keys.revoke.words':
    'Revoke a key only if someone else may have it. Copies signed with the key stop verifying, and a new key starts signing immediately. Recipients can download new copies of credentials that aren’t revoked. This can’t be undone.',
  'issuers.keys.revoke.since': 'Revoke credentials issued since',
  'issuers.keys.revoke.since.hint':
    'Optional. The first day on which someone else may have signed with the key.',
  'issuers.keys.revoke.reason': 'Reason',
  'issuers.keys.revoke.reason.hint': 'Shown publicly on each revoked credential',
  'issuers.keys.revoke.signed':
    '{n, plural, =0 {No signed copies stop verifying.} one {# signed copy stops verifying.} other {# signed copies stop verifying.}}',
  'issuers.keys.revoke.revoked':
    '{n, plural, =0 {No credentials are revoked.} one {# credential is permanently revoked.} other {# credentials are permanently revoked.}}',
  'issuers.keys.revoke.done': 'Key revoked. A new key signs now.',
  'issuers.transfer': 'Move to another account',
  'issuers.transfer.words':
    'Offer this issuer, with its badges and credentials, to the owner of another account. Nothing changes until they accept.',
  'issuers.transfer.offer': 'Offer issuer',
  'issuers.transfer.title': 'Offer {name} to another account?',
  'issuers.transfer.consequence':
    'Once the other owner accepts, the issuer, its badges, credentials, certificate designs, claim codes and templates belong to their account. You can no longer see or change them. All public links stay the same.',
  'issuers.transfer.stays':
    'Your webhooks, API keys, team and audit log stay here. Programs that issue these badges will need an API key of the other account.',
  'issuers.transfer.email': 'Email of the other owner',
  'issuers.transfer.email.hint':
    'We email the offer. Only the owner of an account with this confirmed address can accept it.',
  'issuers.transfer.offered': '{name} offered to {email}',
  'issuers.transfer.open': 'Offered to {email}. The offer is open until {until}.',
  'issuers.transfer.moving': 'Moving now. This can take a few minutes.',
  'issuers.transfer.cancel': 'Cancel offer',
  'issuers.transfer.cancel.title': 'Cancel the offer of {name}?',
  'issuers.transfer.cancel.words': '{email} can no longer accept it. We email them.',
  'issuers.transfer.keep': 'Keep offer',
  'issuers.transfer.canceled': 'Offer of {name} canceled',
  'issuers.transfer.incoming': 'Offer of the issuer {name}',
  'issuers.transfer.incoming.words':
    'The account {account} wants to move this issuer, with its badges and credentials, to your account. The offer is open until {until}.',
  'issuers.transfer.accept': 'Accept issuer',
  'issuers.transfer.accept.title': 'Accept {name}?',
  'issuers.transfer.accept.words':
    'The issuer moves to {account} with its badges, credentials and recipients’ data, and your team becomes responsible for them. The issuer counts toward your plan. All public links stay the same.',
  'issuers.transfer.accept.done': '{name} accepted',
  'issuers.transfer.decline': 'Decline issuer',
  'issuers.transfer.decline.title': 'Decline {name}?',
  'issuers.transfer.decline.words':
    'Nothing moves to {account}. We email the owner who offered the issuer.',
  'issuers.transfer.decline.done': '{name} declined',
  'issuers.delete.title': 'Delete {name}?',
  'issuers.delete.words':
    'This permanently deletes the issuer. If it still has badges, delete them first. This can’t be undone.',
  'issuers.delete.action': 'Delete issuer',
  'issuers.deleted': 'Issuer {name} deleted',
} as const;

export const t = createTranslator(issuers);
