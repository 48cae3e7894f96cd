import { createTranslator } from '../../shared/t.ts';

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

export const t = createTranslator(emailFailures);
