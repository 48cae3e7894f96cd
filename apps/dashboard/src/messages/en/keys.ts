import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/keys. */
const keys = {
  'keys.lead': 'Keys for programs that use this account through the API.',
  'keys.new': 'New key',
  'keys.create': 'Create key',
  'keys.none.title': 'No API keys yet',
  'keys.none.words':
    'Your API keys will appear here. With a key, a course platform or a script can do what you do here.',
  'keys.name': 'Name',
  'keys.name.hint': 'What uses the key, for example “Course platform”',
  'keys.scope': 'Permission',
  'keys.scope.write': 'Read and write',
  'keys.scope.read': 'Read only',
  'keys.created': 'Created by',
  'keys.created.by': '{name}, {day}',
  'keys.used': 'Last used',
  'keys.used.never': 'Never used',
  'keys.idle': 'Unused for 90 days',
  'keys.use': 'Use a key',
  'keys.use.issue':
    'With your key in $INSIGNIA_API_KEY, this command issues “{badge}”. To see the API call of any screen, select “As curl” there.',
  'keys.use.list':
    'With your key in $INSIGNIA_API_KEY, this command lists the issuers of this account.',
  'keys.use.reference': 'API reference',
  'keys.secret.title': 'Your new API key',
  'keys.secret.words': 'Copy the key now. You won’t be able to see it again.',
  'keys.secret.try': 'Try it:',
  'keys.secret.copyCurl': 'Copy command',
  'keys.revoke': 'Revoke',
  'keys.revoke.of': 'Revoke {name}',
  'keys.revoke.title': 'Revoke {name}?',
  'keys.revoke.words': 'Programs that use this key lose access immediately. This can’t be undone.',
  'keys.revoke.action': 'Revoke key',
  'keys.revoked': 'API key {name} revoked',
} as const;

export const t = createTranslator(keys);
