import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/overview. */
const overview = {
  'activity.title': 'Activity',
  'firstRun.title': 'Nothing here yet',
  'firstRun.words':
    'Issued credentials and their views will appear here once an editor has created a badge.',
  'activity.range': 'Range',
  'activity.days': '{range} days',
  'activity.badge': 'Badge',
  'activity.anyBadge': 'All badges',
  'activity.compare': 'Compare with the previous period',
  'activity.engagement': 'Views, shares and downloads',
  'activity.choose': 'Data in the chart',
  'activity.of.all': 'All',
  'activity.of.views': 'Views',
  'activity.of.shares': 'Shares',
  'activity.of.downloads': 'Downloads',
  'activity.of.linkedin': 'LinkedIn',
  'activity.before': '{count} in the previous {days} days',
  'running.title': 'In progress',
  'running.import': 'Import: {badge}',
  'running.deletedBadge': 'deleted badge',
  'running.progress': '{done, number} of {total, plural, one {# row} other {# rows}}',
  'running.paused': 'Paused after {done, number} of {total, plural, one {# row} other {# rows}}',
  'attention.title': 'Needs attention',
  'attention.none': 'Nothing needs your attention.',
  'attention.quota': 'You’ve used {used} of {max} credentials this month.',
  'attention.noMailServer':
    'This service has no mail server yet. Emails are saved as files that only the operator can read, so recipients don’t get them. Ask your operator to set up a mail server.',
  'attention.disabled': 'The endpoint {url} is disabled and receives no events.',
  'attention.failing':
    'The endpoint {url} failed {count, plural, one {# time} other {# times}} in a row.',
  'attention.bounced': '{count, plural, one {# email} other {# emails}} bounced.',
  'attention.failed': '{count, plural, one {# email} other {# emails}} couldn’t be sent.',
  'attention.written':
    '{more, select, true {More than } other {}}{count, plural, one {# email was saved as a file and never sent, because this service had no mail server.} other {# emails were saved as files and never sent, because this service had no mail server.}}',
  'attention.written.send':
    'Send {more, select, true {more than } other {}}{count, plural, one {# email that was only written to a file} other {# emails that were only written to files}}',
  'attention.written.sent':
    '{count, plural, =0 {These emails are being sent already} one {Sending # email} other {Sending # emails}}',
  'attention.sso': 'Single sign-on with {name} stops working on {day}.',
  'attention.unverified': 'Verify {name} to create badges. We emailed a code.',
  'attention.import': 'An import has {count, plural, one {# failed row} other {# failed rows}}.',
  'steps.title': 'First steps',
  'steps.issuer': 'Register an issuer',
  'steps.verify': 'Verify the issuer',
  'steps.badge': 'Create a badge',
  'steps.issue': 'Issue a credential',
  'steps.page': 'See the public page',
  'steps.done': 'Done',
  'quota.title': '{plan} plan',
  'quota.credentials': 'Credentials',
  'quota.issuers': 'Issuers',
  'quota.seats': 'Seats',
  'quota.left': '{used} of {max}',
  'quota.until': 'Your quota resets on {day}.',
  'plan.free': 'Free',
  'plan.starter': 'Starter',
  'plan.pro': 'Pro',
  'plan.unlimited': 'Unlimited',
  'events.title': 'Recent events',
  'events.none': 'Changes to this account will appear here.',
  'events.issued': '{name} received {badge}',
} as const;

export const t = createTranslator(overview);
