/** Chapters of the reference, in reading order. */
export const tags = [
  { name: 'Credentials', description: 'Issue, find, send, revoke, erase; one, many, or a file.' },
  {
    name: 'Imports',
    description: 'Issue the rows of a CSV file, in the background, with progress.',
  },
  { name: 'Badges', description: 'What can be earned, with its picture and words.' },
  { name: 'Issuers', description: 'Who issues. Badges need an issuer that is verified.' },
  {
    name: 'Public documents',
    description:
      'What verifiers, pages and recipients read, without a key: Open Badges 2.0 and 3.0 documents, files, the verifier.',
  },
  {
    name: 'Engagement',
    description: 'Views, shares, downloads and additions to profiles: recorded, and read by day.',
  },
  { name: 'Webhooks', description: 'Endpoints of your own that are told what happens.' },
  { name: 'Mail', description: 'What was mailed, and what became of it.' },
  { name: 'Account', description: 'Plan, usage, log, export and end of an account.' },
  { name: 'Members', description: 'The people of an account and their roles.' },
  { name: 'API keys', description: 'Keys for programs; people make them.' },
  { name: 'People', description: 'Sign-up, sign-in, sessions, passwords.' },
  { name: 'Operation', description: 'For those who run the service.' },
] as const;
