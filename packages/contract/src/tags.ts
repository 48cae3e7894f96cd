/** Chapters of the reference, in reading order. */
export const tags = [
  {
    name: 'Credentials',
    description: 'Issue, find, send, revoke and erase credentials, one at a time or many at once.',
  },
  {
    name: 'Imports',
    description: 'Issue credentials from a CSV file in the background.',
  },
  {
    name: 'Badges',
    description: 'Templates that credentials are issued from, with texts and image.',
  },
  { name: 'Issuers', description: 'Organizations that issue. Badges need a verified issuer.' },
  {
    name: 'Public documents',
    description:
      'For verifiers, pages and recipients, without a key: Open Badges 2.0 and 3.0 documents, files and the verifier.',
  },
  {
    name: 'Engagement',
    description:
      'Views, shares, downloads and profile additions: record them, and read them by day.',
  },
  { name: 'Webhooks', description: 'Endpoints that receive your events.' },
  { name: 'Mail', description: 'Emails and their delivery status.' },
  { name: 'Account', description: 'Plan, usage, audit log, export and deletion of an account.' },
  { name: 'Members', description: 'Members of an account and their roles.' },
  { name: 'API keys', description: 'Keys for programs, created by users.' },
  { name: 'People', description: 'Sign-up, sign-in, sessions and passwords.' },
  { name: 'Operation', description: 'For operators of the service.' },
] as const;
