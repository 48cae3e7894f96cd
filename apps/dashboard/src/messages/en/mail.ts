import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/mail. */
const mail = {
  'mail.lead':
    'Emails from this account and whether they arrived. Emails are listed for at least 90 days and deleted a month at a time.',
  'mail.toFiles':
    'This service has no mail server yet. Emails are saved as files that only the operator can read, so recipients don’t get them. Until a mail server is set up, send people the links to their credentials yourself.',
  'mail.search': 'Search by name, email or code',
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
  'mail.again': '{count, plural, one {# attempt} other {# attempts}} so far. We’ll keep trying.',
  'mail.givenUp':
    'We stopped after {count, plural, one {# attempt} other {# attempts}}. Resend the email, or send the link yourself.',
  'mail.resend': 'Resend',
  'mail.resend.of': 'Resend to {to}',
  'mail.resend.title': 'Resend this email?',
  'mail.resend.words': 'We’ll send “{subject}” to {to} as a new email.',
  'mail.resend.action': 'Resend email',
  'mail.resent': 'We’re resending the email to {to}',
} as const;

export const t = createTranslator(mail);
