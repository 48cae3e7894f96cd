import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/badges/claims. */
const claims = {
  'claims.title': 'Claim codes',
  'claims.lead':
    'Recipients claim this credential themselves, on a page with a QR code. They confirm their email address first.',
  'claims.new': 'New claim code',
  'claims.create': 'Create claim code',
  'claims.created': 'Claim code created',
  'claims.none.title': 'No claim codes yet',
  'claims.none.words':
    'Your claim codes will appear here. Show one at the end of a course, or print its QR code.',
  'claims.code': 'Code',
  'claims.limit': 'Number of places',
  'claims.limit.hint': 'Leave empty for no limit. Your quota still applies.',
  'claims.expires': 'Last day',
  'claims.expires.hint': 'Leave empty to keep it open until you stop it.',
  'claims.approval': 'Approve each request',
  'claims.approval.hint': 'Nobody gets the credential until you approve the request.',
  'claims.fields': 'Custom fields to ask for',
  'claims.claimed': 'Claimed',
  'claims.claimed.of': '{claimed, number} of {limit, number}',
  'claims.claimed.unlimited': '{claimed, number}',
  'claims.ends': 'Ends',
  'claims.ends.never': 'No end date',
  'claims.status.open': 'Open',
  'claims.status.stopped': 'Stopped',
  'claims.status.ended': 'Ended',
  'claims.status.exhausted': 'All places taken',
  'claims.withApproval': 'With approval',
  'claims.qr': 'QR code',
  'claims.qr.of': 'QR code of {code}',
  'claims.copy.of': 'Copy link of {code}',
  'claims.stop': 'Stop',
  'claims.stop.of': 'Stop {code}',
  'claims.restart': 'Restart',
  'claims.restart.of': 'Restart {code}',
  'claims.delete.of': 'Delete {code}',
  'claims.delete.title': 'Delete claim code {code}?',
  'claims.delete.words':
    'Nobody can use this code anymore. {waiting, plural, =0 {} one {# waiting request is deleted too. } other {# waiting requests are deleted too. }}Issued credentials stay. This can’t be undone.',
  'claims.delete.action': 'Delete claim code',
  'claims.deleted': 'Claim code {code} deleted',
  'claims.stopped': 'Claim code {code} stopped',
  'claims.restarted': 'Claim code {code} restarted',
  'claims.requests': 'Requests for {code}',
  'claims.requests.words':
    '{count, plural, one {# person is waiting for approval. Their email address is confirmed.} other {#{more} people are waiting for approval. Their email addresses are confirmed.}}',
  'claims.requests.person': 'Name',
  'claims.requests.since': 'Requested',
  'claims.requests.all': 'Select all requests',
  'claims.requests.one': 'Select {name}',
  'claims.approve': 'Approve',
  'claims.approve.some': '{count, plural, one {Approve # request} other {Approve # requests}}',
  'claims.decline': 'Decline',
  'claims.decline.some': '{count, plural, one {Decline # request} other {Decline # requests}}',
  'claims.approved':
    '{count, plural, one {# credential issued and emailed} other {# credentials issued and emailed}}',
  'claims.declined': '{count, plural, one {# request declined} other {# requests declined}}',
  'claims.decline.title': '{count, plural, one {Decline # request?} other {Decline # requests?}}',
  'claims.decline.words':
    'We’ll delete the names and email addresses, and send no email. People can ask again while the code is open.',
} as const;

export const t = createTranslator(claims);
