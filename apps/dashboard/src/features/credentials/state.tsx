import { t } from './t.ts';

export type State = 'valid' | 'expired' | 'revoked';
const tones = { valid: 'good', expired: 'warn', revoked: 'bad' } as const;

export function CredentialState({ state }: { state: State }) {
  return (
    <span className="state" data-tone={tones[state]}>
      {t(`credentials.${state}`)}
    </span>
  );
}
