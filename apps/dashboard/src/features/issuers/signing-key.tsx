import { Button } from '@mantine/core';
import { formatMoment } from '../../shared/format.ts';
import type { KeyStatus } from './key-status.ts';
import type { SigningKey } from './queries.ts';
import { t } from './t.ts';

const tones = { signs: 'good', waits: 'warn', stays: undefined, revoked: 'bad' } as const;

function describeKeyStatus(standing: KeyStatus, { usedFrom, revokedAt }: SigningKey): string {
  if (standing === 'stays') return t('issuers.keys.stays');
  const at = formatMoment(standing === 'revoked' && revokedAt !== null ? revokedAt : usedFrom);
  return t(`issuers.keys.${standing}`, { at });
}

type Props = { of: SigningKey; standing: KeyStatus; revoke: (() => void) | undefined };

/** Names of a key in the issuer's documents. */
export function SigningKeyItem({ of: key, standing, revoke }: Props) {
  const [proof, jwt] = key.verificationMethods.map((method) => method.replace(/.*#/, ''));
  return (
    <li>
      <span className="state" data-tone={tones[standing]}>
        {describeKeyStatus(standing, key)}
      </span>
      <dl className="facts">
        <dt>Ed25519</dt>
        <dd>
          <code>{proof}</code>
        </dd>
        <dt>P-256</dt>
        <dd>
          <code>{jwt}</code>
        </dd>
      </dl>
      {revoke && standing !== 'revoked' && (
        <Button
          variant="default"
          size="compact-sm"
          data-tone="bad"
          aria-label={t('issuers.keys.revoke.one', { key: proof ?? '' })}
          onClick={revoke}
        >
          {t('issuers.keys.revoke')}
        </Button>
      )}
    </li>
  );
}
