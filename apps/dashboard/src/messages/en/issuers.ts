/** Loaded with features/issuers. */
export const issuers = {
  'issuers.lead': 'In whose name badges are issued: your school, company or association.',
  'issuers.new.lead':
    'Shown on every credential. Once it is verified its name, website and e-mail stay as they are.',
  'issuers.create': 'Create issuer',
  'issuers.none.title': 'No issuers yet',
  'issuers.none.words':
    'An issuer is the organisation that stands behind a badge. Register yours to begin.',
  'issuers.name': 'Name',
  'issuers.name.hint': 'As it should stand on a diploma',
  'issuers.website': 'Website',
  'issuers.email': 'E-mail',
  'issuers.email.hint': 'Published. Yours is verified at once; to another one we mail a code.',
  'issuers.logo': 'Logo',
  'issuers.linkedin': 'LinkedIn organisation id',
  'issuers.linkedin.hint':
    'The number of your company page. Recipients then add credentials to their profile under its name.',
  'issuers.verified': 'Verified',
  'issuers.unverified': 'Waiting for its code',
  'issuers.verified.now': '{name} is verified',
  'issuers.verify': 'Verify',
  'issuers.verify.title': 'Verify the e-mail address',
  'issuers.verify.words':
    'We sent a code to {email}. Badges can be created once it is entered here.',
  'issuers.code': 'Code',
  'issuers.code.hint':
    'As it stands in the newest mail: a new code, and a change of the issuer, end the one before.',
  'issuers.code.resend': 'Resend code',
  'issuers.code.sent': 'A new code is on its way to {email}',
  'issuers.brand': 'Brand',
  'issuers.badge': 'Create a badge',
  'issuers.next': 'Next',
  'issuers.next.code': 'Enter its code',
  'issuers.hint': 'What an issuer looks like',
  'issuers.hint.words':
    'Its brand is the colour, the logos and the signatures of everything issued in its name: pages, certificates, mails. It may change at any time, also for what has been issued.',
  'issuers.fixed':
    'Credentials refer to this issuer, so name, website and e-mail stay as they are.',
  'issuers.keys': 'Signing keys',
  'issuers.keys.words':
    'Its credentials as Open Badges 3.0 are signed with a key of its own, whose public half anyone can read.',
  'issuers.keys.none':
    'None yet: the first is made when one of its credentials is first asked for as Open Badges 3.0.',
  'issuers.keys.did': 'DID',
  'issuers.keys.document': 'Public keys',
  'issuers.keys.signs': 'Signs since {at}',
  'issuers.keys.waits': 'Published; signs from {at}',
  'issuers.keys.stays': 'Signs no more; what it has signed stays valid',
  'issuers.keys.revoked': 'Revoked on {at}',
  'issuers.keys.rotate': 'New key',
  'issuers.keys.rotate.title': 'Make a new signing key?',
  'issuers.keys.rotate.words':
    'It is published at once and signs five minutes later. What was signed before stays valid: the present key stays published.',
  'issuers.keys.rotated': 'The new key is published',
  'issuers.keys.revoke': 'Revoke key',
  'issuers.keys.revoke.one': 'Revoke key {key}',
  'issuers.keys.revoke.title': 'Revoke this signing key?',
  'issuers.keys.revoke.words':
    'Revoke a key only if somebody else may have it. A new key signs at once, and recipients can download new copies of credentials that stay valid. This can’t be undone.',
  'issuers.keys.revoke.since': 'Revoke credentials issued since',
  'issuers.keys.revoke.since.hint':
    'Optional. The day from which somebody else may have signed with the key.',
  'issuers.keys.revoke.reason': 'Reason',
  'issuers.keys.revoke.reason.hint': 'Published with each credential that is revoked.',
  'issuers.keys.revoke.signed':
    '{n, plural, =0 {No signed copy stops verifying.} one {# signed copy stops verifying.} other {# signed copies stop verifying.}}',
  'issuers.keys.revoke.revoked':
    '{n, plural, =0 {No credential is revoked.} one {# credential is revoked for good.} other {# credentials are revoked for good.}}',
  'issuers.keys.revoke.done': 'Key revoked. A new key signs now.',
  'issuers.delete.title': 'Delete {name}?',
  'issuers.delete.words': 'It can be deleted only while it has no badges. Nothing brings it back.',
  'issuers.deleted': '{name} was deleted',
} as const;
