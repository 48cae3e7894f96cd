import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/webhooks. */
const webhooks = {
  'webhooks.lead': 'Send events to your own programs as soon as they happen.',
  'webhooks.all': 'All endpoints',
  'webhooks.new': 'New endpoint',
  'webhooks.create': 'Create endpoint',
  'webhooks.none.title': 'No endpoints yet',
  'webhooks.none.words':
    'Your endpoints will appear here. An endpoint is an https URL that receives signed events about your credentials.',
  'webhooks.endpoint': 'Endpoint',
  'webhooks.url': 'URL',
  'webhooks.url.hint': 'Starts with https:// and can be reached from the internet',
  'webhooks.events': 'Events',
  'webhooks.events.all': 'All events',
  'webhooks.event': 'Event',
  'webhooks.event.credential.issued': 'A credential was issued',
  'webhooks.event.credential.delivered': 'A mail server accepted the email',
  'webhooks.event.credential.revoked': 'A credential was revoked',
  'webhooks.event.credential.viewed': 'The page of a credential was viewed for the first time',
  'webhooks.health': 'Health',
  'webhooks.health.healthy': 'Healthy',
  'webhooks.health.failing': 'Failing',
  'webhooks.health.disabled': 'Disabled',
  'webhooks.health.unused': 'Nothing sent yet',
  'webhooks.failures': 'Consecutive failures',
  'webhooks.failures.count': '{count, number} failed in a row',
  'webhooks.recent': 'Last 20 deliveries',
  'webhooks.recent.none': 'None',
  'webhooks.recent.count': '{count, number} of {of, number} delivered',
  'webhooks.failing':
    '{count, plural, one {# attempt} other {# attempts}} failed in a row. After 20, the endpoint is disabled. See the responses in the deliveries below.',
  'webhooks.disabled':
    'This endpoint is disabled and receives no events. Too many attempts in a row failed, or the endpoint returned 410. Fix the problem, enable the endpoint, then redeliver the failed deliveries.',
  'webhooks.last': 'Last delivery',
  'webhooks.last.none': 'None',
  'webhooks.noAnswer': 'No response',
  'webhooks.enable': 'Enable',
  'webhooks.enabled': 'Endpoint enabled',
  'webhooks.secret.title': 'Your signing secret',
  'webhooks.secret.words':
    'Copy the secret now. You won’t be able to see it again. Your program uses the secret to check that a delivery comes from this service.',
  'webhooks.rotate': 'Rotate secret',
  'webhooks.rotate.title': 'Rotate the secret?',
  'webhooks.rotate.words':
    'Deliveries are signed with both secrets for 24 hours. Give your program the new one within that time.',
  'webhooks.rotated': 'For 24 hours, deliveries are also signed with the previous secret.',
  'webhooks.test': 'Send test event',
  'webhooks.tested': 'Test event sent',
  'webhooks.delete.title': 'Delete the endpoint at {name}?',
  'webhooks.delete.words':
    '{url} will receive no more events, and its log of deliveries is deleted. This can’t be undone.',
  'webhooks.delete.action': 'Delete endpoint',
  'webhooks.deleted': 'Endpoint at {name} deleted',
  'webhooks.deliveries': 'Deliveries',
  'webhooks.deliveries.none':
    'Deliveries of the last 30 days will appear here. Send a test event to try the endpoint.',
  'webhooks.live': 'Live',
  'webhooks.anyState': 'All states',
  'webhooks.anyEvent': 'All events',
  'webhooks.state.pending': 'Pending',
  'webhooks.state.delivered': 'Delivered',
  'webhooks.state.failed': 'Failed',
  'webhooks.tries': '{count, plural, one {# attempt} other {# attempts}}',
  'webhooks.next': 'next attempt {when}',
  'webhooks.next.now': 'next attempt now',
  'webhooks.attempts': 'Attempts',
  'webhooks.attempt': 'Attempt {number, number}',
  'webhooks.request': 'Request',
  'webhooks.headers': '{count, plural, one {# header} other {# headers}}',
  'webhooks.request.words':
    'Each attempt also includes X-Service-Signature and the Standard Webhooks headers.',
  'webhooks.response': 'Response',
  'webhooks.copyId': 'Copy ID',
  'webhooks.copyBody': 'Copy body',
  'webhooks.waiting': 'Not sent yet.',
  'webhooks.took': '{ms} ms',
  'webhooks.noBody': 'The response has no body.',
  'webhooks.redeliver': 'Redeliver',
  'webhooks.redeliver.count': 'Redeliver {count, plural, one {# delivery} other {# deliveries}}',
  'webhooks.redelivered':
    '{count, plural, =0 {Nothing to redeliver} one {Redelivering # delivery} other {Redelivering # deliveries}}',
  'webhooks.since': 'Redeliver all that failed since',
  'webhooks.since.field': 'Since',
  'webhooks.since.hint': 'In your time zone',
  'webhooks.since.count':
    '{count, plural, =0 {No deliveries have failed since then.} one {# delivery has failed since then and will be sent again.} other {# deliveries have failed since then and will be sent again.}}',
  'webhooks.since.more':
    'More than {count, number} deliveries have failed since then and will be sent again.',
  'webhooks.check': 'Check signatures',
  'webhooks.check.words':
    'Each delivery includes X-Service-Signature, an HMAC-SHA256 of the body with your secret as the key. Check the signature before you trust the content. A delivery can arrive more than once, so store its ID and skip repeats.',
  'webhooks.check.language': 'Language',
} as const;

export const t = createTranslator(webhooks);
