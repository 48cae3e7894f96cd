import { t } from '../messages/en/credentials.ts';

export type CredentialStatus = 'valid' | 'expired' | 'revoked';
const tones = { valid: 'good', expired: 'warn', revoked: 'bad' } as const;

export function CredentialStatusLabel({ state }: { state: CredentialStatus }) {
  return (
    <span className="state" data-tone={tones[state]}>
      {t(`credentials.${state}`)}
    </span>
  );
}
