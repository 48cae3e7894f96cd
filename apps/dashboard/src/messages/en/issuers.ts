/** Texts of the screens in features/issuers, loaded with them. */
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
  'issuers.delete.title': 'Delete {name}?',
  'issuers.delete.words': 'It can be deleted only while it has no badges. Nothing brings it back.',
  'issuers.deleted': '{name} was deleted',
} as const;
