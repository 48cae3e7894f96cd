import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/mail. */
export const mail = {
  'mail.lead':
    'Emails from this account and whether they arrived. Emails are listed for at least 90 days and deleted a month at a time.',
  'mail.toFiles':
    'This service has no mail server yet. Emails are saved as files that only the operator can read, so recipients don’t get them. Until a mail server is set up, send people the links to their credentials yourself.',
  'mail.search': 'Search by name or email',
  'mail.search.none':
    'With one or two characters, only the newest {max} emails are searched. Enter at least 3.',
  'mail.any': 'All states',
  'mail.to': 'Recipient',
  'mail.at': 'Date',
  'mail.none.title': 'No emails yet',
  'mail.none.words': 'Emails with credentials, invitations and codes will appear here.',
  'mail.state.queued': 'Sending',
  'mail.state.sent': 'Sent',
  'mail.state.accepted': 'Accepted by the mail server',
  'mail.state.written': 'Saved as a file',
  'mail.state.bounced': 'Bounced',
  'mail.state.failed': 'Failed',
  'mail.why.unsubscribed':
    'The recipient unsubscribed from emails about your credentials. Send them the link yourself.',
  'mail.why.unknown':
    'This mailbox doesn’t exist. Check the address for typos, and issue to the correct one.',
  'mail.why.full':
    'The mailbox is full. Ask the recipient to free up space, or to give you another address.',
  'mail.why.unwanted':
    'The recipient’s mail server treats the email as spam. Ask the recipient to allow emails from this service.',
  'mail.why.unreachable': 'The mail server couldn’t be reached.',
  'mail.why.refused':
    'The recipient’s mail server permanently rejected the email. Check the address.',
  'mail.why.delayed': 'The mail server didn’t accept the email.',
  'mail.again': '{count, plural, one {# attempt} other {# attempts}} so far. We’ll keep trying.',
  'mail.givenUp':
    'We stopped after {count, plural, one {# attempt} other {# attempts}}. Resend the email, or send the link yourself.',
  'mail.response': 'Mail server’s response: {words}',
  'mail.resend': 'Resend',
  'mail.resend.of': 'Resend to {to}',
  'mail.resend.title': 'Resend this email?',
  'mail.resend.words': 'We’ll send “{subject}” to {to} as a new email.',
  'mail.resend.action': 'Resend email',
  'mail.resent': 'We’re resending the email to {to}',
} as const;

export const t = createTranslator(mail);
