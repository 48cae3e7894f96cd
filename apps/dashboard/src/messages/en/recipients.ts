import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/recipients. */
const recipients = {
  'recipients.lead': 'People who have your credentials, by email address.',
  'recipients.search': 'Search by name or email',
  'recipients.name': 'Recipient',
  'recipients.awards': 'Credentials',
  'recipients.awards.more': '{count, number}+',
  'recipients.last': 'Last issued',
  'recipients.none.title': 'No recipients yet',
  'recipients.none.words': 'Recipients will appear here when you issue credentials.',
  'recipients.earlier': 'Earlier addresses',
  'recipients.earlier.lead': 'Corrections replaced these addresses.',
  'recipients.earlier.address': 'Earlier address',
  'recipients.earlier.now': 'Recipient now',
  'recipients.learner': 'Learner',
  'recipients.learners': 'Learners without a credential',
  'recipient.credentials': 'Credentials',
  'recipient.earlier':
    '{count, plural, one {Earlier address} other {Earlier addresses}} of these credentials:',
  'recipient.moved': 'Corrected to another address',
  'recipient.moved.lead': 'Credentials that had this address before a correction now belong to:',
  'recipient.badge': 'Badge',
  'recipient.issuedOn': 'Issued on',
  'recipient.mail': 'Email',
  'recipient.messages': 'Emails',
  'recipient.messages.none': 'No emails yet about these credentials.',
  'recipient.messages.max': 'The newest {max, number} emails about the credentials above.',
  'recipient.message': 'Subject',
  'recipient.sentAt': 'Date',
  'recipient.notMailed': 'Not emailed',
  'recipient.send':
    'Email {count, plural, one {# credential} other {# credentials}}{again, select, true { again} other {}}',
  'recipient.send.title':
    'Email {count, plural, one {# credential} other {# credentials}} to {name}{again, select, true { again} other {}}?',
  'recipient.send.emailed':
    'Also email {count, plural, one {# credential that was} other {# credentials that were}} already emailed',
  'recipient.send.words': 'We’ll send one email for each valid credential.',
  'recipient.send.unreachable': 'Gets no email: unsubscribed, or the address bounced',
  'recipient.sending':
    'Emailing {count, plural, one {# credential} other {# credentials}} to {name}',
  'recipient.correct': 'Correct',
  'recipient.correct.title': 'Correct {name}',
  'recipient.correct.words':
    'This corrects {more, select, true {more than } other {}}{count, plural, one {# credential} other {# credentials}} at once. Pages and certificates change, and links stay the same. Signed files (Open Badges 3.0) that were downloaded earlier show as revoked. Revoked credentials stay as they are.',
  'recipient.correct.action':
    '{more, select, true {Correct all credentials} other {Correct {count, plural, one {# credential} other {# credentials}}}}',
  'recipient.correct.name': 'Name',
  'recipient.correct.same': 'Change the name or the email address',
  'recipient.correct.forAll': 'Use this name and email address on all credentials',
  'recipient.correct.forAll.others':
    'Some have other values: {others}{more, select, true {, …} other {}}',
  'recipient.correct.forAll.unknown': 'Credentials further down may have other values.',
  'recipient.correct.reason': 'Reason',
  'recipient.correct.reason.hint': 'For your team, in the history. Not shown publicly.',
  'recipient.correct.mail': 'Email the corrected credentials to {email}',
  'recipient.correct.mail.hint':
    'One email per credential. Addresses that unsubscribed or bounced get none.',
  'recipient.correct.unreachable':
    '{email} gets no email, because they unsubscribed or the address bounced.',
  'recipient.corrected.none': '{count, plural, one {# credential} other {# credentials}} corrected',
  'recipient.corrected.queued':
    '{count, plural, one {# credential} other {# credentials}} corrected. We’re sending them to {email}.',
  'recipient.corrected.unsubscribed':
    '{count, plural, one {# credential} other {# credentials}} corrected. No email was sent, because {email} unsubscribed.',
  'recipient.corrected.bounced':
    '{count, plural, one {# credential} other {# credentials}} corrected. No email was sent, because earlier emails to {email} bounced.',
  'recipient.erase.heading': 'Erase this recipient',
  'recipient.erase.explain':
    'Erasing permanently removes all credentials, emails and personal data of this recipient.',
  'recipient.erase': 'Erase',
  'recipient.erase.title': 'Erase {name}?',
  'recipient.erase.words':
    'This permanently deletes {more, select, true {more than } other {}}{count, plural, one {# credential} other {# credentials}}, with pages, certificates, emails and all data about {name}. Links to them will show that the credentials were erased. This can’t be undone.',
  'recipient.erase.moved':
    'Credentials that were corrected to another address stay. This address is removed from their history and emails.',
  'recipient.erase.address.heading': 'Erase this address',
  'recipient.erase.address.explain':
    'Erasing removes this address from the history and emails of the credentials that had it. The credentials stay.',
  'recipient.erase.address.words':
    'This permanently removes {name} from the history and emails of credentials that now belong to others. Their credentials stay. This can’t be undone.',
  'recipient.erase.learner.explain':
    'Erasing removes the name and address from your courses. This learner has no credential.',
  'recipient.erase.learner.words':
    'This permanently removes {name} from your courses. Their platform may send the name and address again. This can’t be undone.',
  'recipient.erase.action': 'Erase {name}',
  'recipient.erasing': 'Erasing {name}',
} as const;

export const t = createTranslator(recipients);
