import type { Credential } from './queries.ts';
import { t } from './t.ts';

type State = { tone: 'good' | 'warn' | 'bad'; text: string };

function stateOf({ revoked, expires }: Pick<Credential, 'revoked' | 'expires'>): State {
  if (revoked) return { tone: 'bad', text: t('credentials.revoked') };
  if (expires && Date.parse(expires) < Date.now())
    return { tone: 'warn', text: t('credentials.expired') };
  return { tone: 'good', text: t('credentials.valid') };
}

export function CredentialState({ credential }: { credential: Credential }) {
  const { tone, text } = stateOf(credential);
  return (
    <span className="state" data-tone={tone}>
      {text}
    </span>
  );
}
