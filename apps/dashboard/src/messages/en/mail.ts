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

/** Why an email didn't arrive, and what to do. Loaded with the screens that show it. */
export const emailFailures = {
  'why.unsubscribed':
    'The recipient unsubscribed from emails about your credentials. Send them the link yourself.',
  'why.revoked':
    'The credential was revoked before this email was sent. To email the recipient, issue a new credential.',
  'why.unknown': 'This mailbox doesn’t exist. Correct the address, then send the email again.',
  'why.full':
    'The mailbox is full. Ask the recipient to free up space, or to give you another address.',
  'why.unwanted':
    'The recipient’s mail server treats the email as spam. Ask the recipient to allow emails from this service.',
  'why.blocked':
    'Emails to this address bounced before, so it’s blocked. Correct the address and send the email again, or ask your operator to unblock it.',
  'why.complaint':
    'The recipient marked an email as spam, so the address is blocked. Send them the link yourself.',
  'why.unreachable': 'The mail server couldn’t be reached.',
  'why.refused':
    'The recipient’s mail server permanently rejected the email. Check the address, then send the email again.',
  'why.delayed': 'The mail server didn’t accept the email.',
  correct: 'Correct the address',
  response: 'Mail server’s response: {words}',
} as const;

export const tFailure = createTranslator(emailFailures);
