import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/provisioning. */
const provisioning = {
  'provisioning.lead':
    'Let your directory add, change and remove the members of this account (SCIM 2.0).',
  'provisioning.closed':
    'The operator of this service has turned off provisioning. Ask them to set SCIM=on.',
  'provisioning.step.token': '1. Create a token',
  'provisioning.step.token.words':
    'Your directory signs in with it. The token never gives a higher role than the one you choose.',
  'provisioning.new': 'New token',
  'provisioning.create': 'Create token',
  'provisioning.role': 'Highest role',
  'provisioning.role.hint': 'Choose Admin only if a group in your directory gives this role.',
  'provisioning.fresh': 'This requires a sign-in within the last 5 minutes.',
  'provisioning.fresh.action': 'Sign in again',
  'provisioning.secret.title': 'Your new provisioning token',
  'provisioning.secret.words':
    'Copy the token now and paste it into your directory. You won’t be able to see it again.',
  'provisioning.none': 'No tokens yet. Create one to connect your directory.',
  'provisioning.tokens': 'Tokens',
  'provisioning.token': 'Token',
  'provisioning.created': 'Created',
  'provisioning.used': 'Last used',
  'provisioning.used.never': 'Never used',
  'provisioning.revoke': 'Revoke',
  'provisioning.revoke.of': 'Revoke the token {prefix}',
  'provisioning.revoke.title': 'Revoke the token {prefix}?',
  'provisioning.revoke.words':
    'Your directory can’t change members with it anymore. Members stay as they are. This can’t be undone.',
  'provisioning.revoke.action': 'Revoke token',
  'provisioning.revoked': 'Token {prefix} revoked',
  'provisioning.step.paste': '2. Connect your directory',
  'provisioning.domain':
    'More than a few people? Verify your domain first: its users become members without an invitation.',
  'provisioning.domain.action': 'Open single sign-on',
  'provisioning.directory': 'Directory',
  'provisioning.entra': 'Microsoft Entra ID',
  'provisioning.okta': 'Okta',
  'provisioning.entra.where':
    'Open Enterprise applications → your application → Provisioning → New configuration. Then select Test connection.',
  'provisioning.okta.where':
    'Open your application → Provisioning → Integration → Configure API integration. Then select Test API credentials.',
  'provisioning.entra.url': 'Tenant URL',
  'provisioning.okta.url': 'Base URL',
  'provisioning.entra.token': 'Secret token',
  'provisioning.okta.token': 'API token',
  'provisioning.paste.token': 'Paste the token from step 1',
  'provisioning.entra.name': 'Map userName to',
  'provisioning.okta.name': 'Application username format',
  'provisioning.entra.name.value': 'mail',
  'provisioning.okta.name.value': 'Email',
  'provisioning.copy': 'Copy {what}',
  'provisioning.step.test': '3. Test the connection',
  'provisioning.step.test.words':
    'Do this before you turn on provisioning in your directory: select Test connection (Entra ID) or Test API credentials (Okta) there.',
  'provisioning.test.none': 'Create a token first.',
  'provisioning.test.waiting':
    'Waiting for the first request with the token {prefix}… This page updates by itself.',
  'provisioning.test.waiting.words':
    'If your directory reports an error, compare the URL and the token with what you pasted.',
  'provisioning.test.good': 'It works: {request} arrived on {time}.',
  'provisioning.test.bad': '{request} arrived on {time}, and was refused:',
  'provisioning.test.used': 'The newest token was last used on {time}.',
  'provisioning.step.groups': '4. Choose what groups may do',
  'provisioning.step.groups.words':
    'Members of several groups get the highest role. The owner of this account keeps their role and can’t be removed.',
  'provisioning.default': 'Members without such a group',
  'provisioning.groups': 'Groups',
  'provisioning.groups.hint': 'Names as in your directory',
  'provisioning.groups.row': 'Group {n, number}',
  'provisioning.groups.add': 'Add group',
  'provisioning.groups.remove': 'Remove group {n, number}',
  'provisioning.group': 'Group',
  'provisioning.group.role': 'Role',
  'provisioning.groups.known':
    'Groups that your directory sent: {groups}. Enter their names as shown.',
  'provisioning.groups.known.one': '{name} ({count, plural, one {# member} other {# members}})',
  'provisioning.save': 'Save roles',
  'provisioning.saved': 'Roles of groups saved',
  'provisioning.requests': 'Last requests',
  'provisioning.requests.none':
    'Requests of your directory will appear here. Select Test connection in your directory to send the first.',
  'provisioning.when': 'Time',
  'provisioning.request': 'Request',
  'provisioning.result': 'Result',
} as const;

export const t = createTranslator(provisioning);
