import { createPathBuilder, operations } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/issuers.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { formatMoment } from '../../shared/format.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './issuers.module.css';
import { getKeyStatus, type KeyStatus, type SigningKey, signingKeysQuery } from './queries.ts';
import { RevokeKey } from './revoke-key.tsx';

const didPath = createPathBuilder(operations.issuerDid.path);

export function SigningKeys({ issuerId, name }: { issuerId: string; name: string }) {
  const here = useAccount();
  const query = useQuery(signingKeysQuery(here, issuerId));
  const queries = useQueryClient();
  const [isRotating, setRotating] = useState(false);
  const keys = query.data ?? [];
  const isWaiting = keys.some((key) => getKeyStatus(key, keys) === 'waits');
  const rotate = async () => {
    await here.api.issuers.rotateKey({ issuerId });
    await queries.invalidateQueries(signingKeysQuery(here, issuerId));
    showToast(t('issuers.keys.rotated'));
  };
  return (
    <section className="sheet stack" aria-label={t('issuers.keys')}>
      <header className={classes.head}>
        <h2>{t('issuers.keys')}</h2>
        {keys.length > 0 && !isWaiting && here.may('rotateIssuerKey') && (
          <Button variant="default" onClick={() => setRotating(true)}>
            {t('issuers.keys.rotate')}
          </Button>
        )}
      </header>
      <p className="fine">{t('issuers.keys.words')}</p>
      <QueryContent query={query} lines={3}>
        {(items) =>
          items.length === 0 ? (
            <p>{t('issuers.keys.none')}</p>
          ) : (
            <KeyList keys={items} issuerId={issuerId} name={name} />
          )
        }
      </QueryContent>
      <ConfirmDialog
        opened={isRotating}
        close={() => setRotating(false)}
        title={t('issuers.keys.rotate.title')}
        action={t('issuers.keys.rotate')}
        isHarmless
        act={rotate}
      >
        <p>{t('issuers.keys.rotate.words')}</p>
      </ConfirmDialog>
    </section>
  );
}

type KeyListProps = { keys: readonly SigningKey[]; issuerId: string; name: string };

function KeyList({ keys, issuerId, name }: KeyListProps) {
  const { may } = useAccount();
  const [stolen, setStolen] = useState<SigningKey>();
  const mayRevoke = may('revokeIssuerKeys');
  const did = keys[0]?.verificationMethods[0]?.replace(/#.*/, '') ?? '';
  return (
    <>
      <dl className="facts">
        <dt>{t('issuers.keys.did')}</dt>
        <dd className={classes.did}>
          <code>{did}</code>
          <CopyButton text={did} size="compact-sm" />
        </dd>
        <dt>{t('issuers.keys.document')}</dt>
        <dd>
          <a href={didPath(issuerId)} target="_blank" rel="noreferrer">
            {`${location.origin}${didPath(issuerId)}`}
          </a>
        </dd>
      </dl>
      <ul className={classes.keys} aria-label={t('issuers.keys')}>
        {keys.map((key) => (
          <SigningKeyItem
            key={key.keyId}
            signingKey={key}
            status={getKeyStatus(key, keys)}
            revoke={mayRevoke ? () => setStolen(key) : undefined}
          />
        ))}
      </ul>
      {mayRevoke && (
        <RevokeKey signingKey={stolen} close={() => setStolen(undefined)} {...{ issuerId, name }} />
      )}
    </>
  );
}

const tones = { signs: 'good', waits: 'warn', stays: undefined, revoked: 'bad' } as const;

function describeKeyStatus(status: KeyStatus, { usedFrom, revokedAt }: SigningKey): string {
  if (status === 'stays') return t('issuers.keys.stays');
  const at = formatMoment(status === 'revoked' && revokedAt !== null ? revokedAt : usedFrom);
  return t(`issuers.keys.${status}`, { at });
}

type Props = { signingKey: SigningKey; status: KeyStatus; revoke: (() => void) | undefined };

/** A key by its names in the issuer's DID document. */
function SigningKeyItem({ signingKey: key, status, revoke }: Props) {
  const [proof, jwt] = key.verificationMethods.map((method) => method.replace(/.*#/, ''));
  return (
    <li>
      <span className="state" data-tone={tones[status]}>
        {describeKeyStatus(status, key)}
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
      {revoke && status !== 'revoked' && (
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
