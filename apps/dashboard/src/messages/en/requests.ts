import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/requests. */
const requests = {
  'requests.lead':
    'Recipients ask you to correct or erase their credentials. They get your answer by email.',
  'requests.recipient': 'Recipient',
  'requests.request': 'Request',
  'requests.earlier': 'From an earlier recipient:',
  'requests.earlier.unknown': 'unknown sender',
  'requests.date': 'Date',
  'requests.kind.correction': 'Correct the credential',
  'requests.kind.erasure': 'Erase the credential',
  'requests.name': 'New name:',
  'requests.email': 'New email:',
  'requests.state.open': 'Open',
  'requests.state.accepted': 'Accepted',
  'requests.state.declined': 'Declined',
  'requests.state.all': 'All requests',
  'requests.none.open': 'No open requests',
  'requests.none.accepted': 'No accepted requests',
  'requests.none.declined': 'No declined requests',
  'requests.none.all': 'No requests yet',
  'requests.none.words':
    'Requests will appear here when recipients report a mistake under “My credentials”.',
  'requests.accept': 'Accept',
  'requests.accept.of': 'Accept the request of {name}',
  'requests.accept.correction.title': 'Accept the correction for {name}?',
  'requests.accept.correction.words':
    'We’ll email {name} that you accepted. Next, correct the credential and save it.',
  'requests.accept.correction.action': 'Accept and correct',
  'requests.accept.moved.words':
    'We’ll email {name} that you accepted. The credential has another recipient now and stays as it is.',
  'requests.accept.moved.action': 'Accept request',
  'requests.accept.erasure.title': 'Erase the credential of {name}?',
  'requests.accept.erasure.words':
    'This permanently deletes 1 credential, with its page, its certificate and the personal data in it. We’ll email {name} that you accepted. This can’t be undone.',
  'requests.accept.erasure.action': 'Accept and erase',
  'requests.accepted.correction': 'Request accepted. Correct the credential of {name} now.',
  'requests.accepted.erasure': 'Credential of {name} erased',
  'requests.accepted.moved': 'Request of {name} accepted',
  'requests.decline': 'Decline',
  'requests.decline.of': 'Decline the request of {name}',
  'requests.decline.title': 'Decline the request of {name}?',
  'requests.decline.words': 'We’ll email your reason to {name}. The credential stays as it is.',
  'requests.decline.unknown':
    'Nobody gets your reason, because the sender is unknown. The credential stays as it is.',
  'requests.decline.action': 'Decline request',
  'requests.declined': 'Request of {name} declined',
  'requests.reason': 'Reason',
  'requests.reason.hint': 'Shown to the sender of the request',
  'requests.reason.given': 'Reason:',
} as const;

export const t = createTranslator(requests);
