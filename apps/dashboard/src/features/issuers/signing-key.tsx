import { Button } from '@mantine/core';
import { moment } from '../../shared/format.ts';
import type { SigningKey } from './queries.ts';
import type { Standing } from './standing.ts';
import { t } from './t.ts';

const tones = { signs: 'good', waits: 'warn', stays: undefined, revoked: 'bad' } as const;

function wordsOf(standing: Standing, { usedFrom, revokedAt }: SigningKey): string {
  if (standing === 'stays') return t('issuers.keys.stays');
  const at = moment(standing === 'revoked' && revokedAt !== null ? revokedAt : usedFrom);
  return t(`issuers.keys.${standing}`, { at });
}

type Props = { of: SigningKey; standing: Standing; revoke: (() => void) | undefined };

/** Names of a key in the issuer's documents. */
export function OneSigningKey({ of: key, standing, revoke }: Props) {
  const [proof, jwt] = key.verificationMethods.map((method) => method.replace(/.*#/, ''));
  return (
    <li>
      <span className="state" data-tone={tones[standing]}>
        {wordsOf(standing, key)}
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
