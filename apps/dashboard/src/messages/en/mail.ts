/** Loaded with features/mail. */
export const mail = {
  'mail.lead':
    'What was mailed, and what became of it. Mails stand here for 90 days, and up to a month longer.',
  'mail.toFiles':
    'This service has no mail server yet: each mail becomes a file that only its operator sees, and reaches nobody. Until its operator sets one, give people the links of their credentials yourself.',
  'mail.search': 'Search by the recipient’s name, or by e-mail with an @',
  'mail.search.none':
    'Mails are found by whom their credential was issued to; of the newest {most}, also by the address that they went to, with an @.',
  'mail.any': 'All states',
  'mail.to': 'Recipient',
  'mail.at': 'When',
  'mail.none.title': 'No mails yet',
  'mail.none.words':
    'Mails about credentials, invitations and codes stand here, with what became of each.',
  'mail.state.queued': 'On its way',
  'mail.state.sent': 'Sent',
  'mail.state.accepted': 'Accepted by the mail server',
  'mail.state.written': 'Written to a file',
  'mail.state.bounced': 'Came back',
  'mail.state.failed': 'Could not be sent',
  'mail.why.unsubscribed': 'The recipient has unsubscribed from mails about your credentials.',
  'mail.why.unknown':
    'There is no such mailbox. Look for a slip in the address, and issue to the right one.',
  'mail.why.full': 'The mailbox is full. Ask the recipient for room, or for another address.',
  'mail.why.unwanted': 'The recipient’s mail server takes it for unwanted mail.',
  'mail.why.unreachable': 'The mail server could not be reached.',
  'mail.why.refused': 'The recipient’s mail server refuses it for good.',
  'mail.why.delayed': 'The mail server did not take it.',
  'mail.again': 'Tried {count, plural, one {# time} other {# times}} so far; we keep trying.',
  'mail.givenUp': 'Given up after {count, plural, one {one attempt} other {# attempts}}.',
  'mail.said': 'What was said: {words}',
  'mail.resend': 'Resend',
  'mail.resend.of': 'Resend to {to}',
  'mail.resend.title': 'Send it once more?',
  'mail.resend.words': '{to} gets “{subject}” again, as a mail of its own.',
  'mail.resent': 'A new mail to {to} is on its way',
} as const;
