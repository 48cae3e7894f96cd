import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/account. */
const account = {
  'account.lead': 'Settings for this account and for you.',
  'account.group.account': 'Account',
  'account.group.account.words': 'Shared by all members.',
  'account.group.you.words': 'The same in every account you belong to.',
  'account.group.leave': 'Data',
  'account.group.leave.words': 'Export your data, or delete the account.',
  'account.name': 'Name',
  'account.name.title': 'Name',
  'account.name.words': 'Shown to your team and in invitations. Issuers have their own names.',
  'account.renamed': 'Account renamed to {name}',
  'account.id': 'Copy account ID',
  'account.plan.title': 'Plan and limits',
  'account.plan.free': 'Free plan',
  'account.plan.starter': 'Starter plan',
  'account.plan.pro': 'Pro plan',
  'account.plan.unlimited': 'Unlimited plan',
  'account.plan.credentials': 'Credentials this month',
  'account.plan.issuers': 'Issuers',
  'account.plan.seats': 'Team seats',
  'account.plan.of': '{used, number} of {most, number}',
  'account.plan.free.of': '{used, number}, no limit',
  'account.plan.until': 'Your quota resets on {day}.',
  'account.factor.title': 'Second factor of members',
  'account.factor.words':
    'Require an authenticator app from everyone who opens this account. API keys aren’t affected.',
  'account.factor.on': 'Required.',
  'account.factor.off': 'Not required.',
  'account.factor.without':
    '{count, plural, =0 {All members have a second factor.} one {1 member has no second factor.} other {# members have no second factor.}}',
  'account.factor.own': 'To require it, set up your own authenticator app first.',
  'account.factor.require': 'Require a second factor',
  'account.factor.require.ask': 'Require a second factor?',
  'account.factor.require.words':
    'Members without one set it up before they can open this account again. The others sign in again with a code, unless they used one to sign in.',
  'account.factor.required': 'Second factor required',
  'account.factor.stop': 'Stop requiring a second factor',
  'account.factor.stop.ask': 'Stop requiring a second factor?',
  'account.factor.stop.words': 'Members keep the authenticator apps that they set up.',
  'account.factor.stopped': 'Second factor no longer required',
  'account.security': 'Security',
  'account.app.title': 'Authenticator app',
  'account.app.words':
    'Protect your sign-in with an app on your phone. You’ll enter a code from it each time you sign in.',
  'account.app.start': 'Set up an authenticator app',
  'account.app.need': 'You need an authenticator app on your phone or in your password manager.',
  'account.app.next': 'Continue',
  'account.app.scan': 'Scan this QR code with your authenticator app.',
  'account.app.qr': 'QR code for your authenticator app',
  'account.app.key': 'Or type this key:',
  'account.app.key.copy': 'Copy key',
  'account.app.code': 'Code from the app',
  'account.app.anyCode': 'Code from the app, or a recovery code',
  'account.app.turnOn': 'Turn on',
  'account.app.done': 'Authenticator app turned on',
  'account.app.on': 'On',
  'account.app.left':
    '{count, plural, =0 {No recovery codes are left. Replace them.} one {1 recovery code is left.} other {# recovery codes are left.}}',
  'account.app.codes.title': 'Your new recovery codes',
  'account.app.codes.words':
    'Keep these recovery codes in a safe place. Each signs you in once if you lose your phone. They’re shown only now.',
  'account.app.codes.copy': 'Copy recovery codes',
  'account.app.codes.replace': 'Replace recovery codes',
  'account.app.codes.replace.words': 'Your earlier recovery codes stop working.',
  'account.app.remove': 'Remove authenticator app',
  'account.app.remove.title': 'Remove your authenticator app?',
  'account.app.remove.words':
    'You’ll sign in without a code, and your recovery codes stop working. You can set up the app again later.',
  'account.app.removed': 'Authenticator app removed',
  'account.sessions.title': 'Your sessions',
  'account.sessions.words': 'Browsers where you’re signed in. API keys aren’t listed here.',
  'account.sessions.unknown': 'Unknown browser',
  'account.sessions.on': '{browser} on {system}',
  'account.sessions.here': 'This session',
  'account.sessions.since': 'Signed in',
  'account.sessions.with': 'with {steps}',
  'account.sessions.by.password': 'password',
  'account.sessions.by.emailCode': 'emailed code',
  'account.sessions.by.totp': 'authenticator app',
  'account.sessions.by.recoveryCode': 'recovery code',
  'account.sessions.end': 'Sign out',
  'account.sessions.end.of': 'Sign out {device}',
  'account.sessions.ended': '{device} signed out',
  'account.sessions.others': 'Sign out all other sessions',
  'account.sessions.others.title':
    '{count, plural, one {Sign out 1 other session?} other {Sign out # other sessions?}}',
  'account.sessions.others.words':
    'You’ll need to sign in again on those devices. This session and your API keys keep working.',
  'account.sessions.others.action':
    '{count, plural, one {Sign out 1 session} other {Sign out # sessions}}',
  'account.sessions.others.ended':
    '{count, plural, one {1 session signed out} other {# sessions signed out}}',
  'account.password.title': 'Your password',
  'account.password.words':
    'A new password signs you out of all other sessions. Your API keys keep working.',
  'account.password.change': 'Change password',
  'account.password.current': 'Current password',
  'account.password.new': 'New password',
  'account.password.hint': 'At least 8 characters',
  'account.password.changed': 'Password changed. Your other sessions are signed out.',
  'account.fresh.words':
    'You last signed in more than 5 minutes ago. For your security, sign in again to continue.',
  'account.fresh.signIn': 'Sign in again',
  'account.export.title': 'Export everything',
  'account.export.words':
    'Download a ZIP file with your issuers, badges and their pictures, credentials, events, emails, imports and audit log. Secrets and passwords aren’t included.',
  'account.export.action': 'Export everything',
  'account.export.label': 'Export of {name}',
  'account.delete.title': 'Delete account',
  'account.delete.words':
    'Permanently delete the account and everything in it. The public pages of its credentials will show that the credentials were erased.',
  'account.delete.action': 'Delete account',
  'account.delete.ask': 'Delete {name}?',
  'account.delete.what':
    'This permanently deletes {issuers, plural, =0 {} one {1 issuer, } other {# issuers, }}{badges, plural, =0 {} one {1 badge, } other {# badges, }}every credential with its public page, and all API keys and endpoints. {members, plural, one {1 member loses} other {# members lose}} access.',
  'account.delete.you':
    'This also deletes your user. You won’t be able to sign in anymore, and you’ll leave all other accounts.',
  'account.delete.export': 'This can’t be undone. Export everything first if you need it.',
} as const;

export const t = createTranslator(account);
