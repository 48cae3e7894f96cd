import { operations, pathMaker } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { CopyButton } from '../../shared/copy.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { tell } from '../../shared/toast.tsx';
import classes from './issuers.module.css';
import { type SigningKey, signingKeysQuery } from './queries.ts';
import { RevokeKey } from './revoke-key.tsx';
import { OneSigningKey } from './signing-key.tsx';
import { standingOf } from './standing.ts';
import { t } from './t.ts';

const didPath = pathMaker(operations.issuerDid.path);

/** Signing keys of the issuer. */
export function SigningKeys({ issuerId, name }: { issuerId: string; name: string }) {
  const here = useHere();
  const query = useQuery(signingKeysQuery(here, issuerId));
  const queries = useQueryClient();
  const [isRotating, setRotating] = useState(false);
  const keys = query.data ?? [];
  const isWaiting = keys.some((key) => standingOf(key, keys) === 'waits');
  const rotate = async () => {
    await here.api.issuers.rotateKey({ issuerId });
    await queries.invalidateQueries(signingKeysQuery(here, issuerId));
    tell(t('issuers.keys.rotated'));
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
      <Loaded query={query} lines={3}>
        {(found) =>
          found.length === 0 ? (
            <p>{t('issuers.keys.none')}</p>
          ) : (
            <Known keys={found} issuerId={issuerId} name={name} />
          )
        }
      </Loaded>
      <Confirm
        opened={isRotating}
        close={() => setRotating(false)}
        title={t('issuers.keys.rotate.title')}
        action={t('issuers.keys.rotate')}
        isHarmless
        act={rotate}
      >
        <p>{t('issuers.keys.rotate.words')}</p>
      </Confirm>
    </section>
  );
}

type KnownProps = { keys: readonly SigningKey[]; issuerId: string; name: string };

function Known({ keys, issuerId, name }: KnownProps) {
  const { may } = useHere();
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
          <OneSigningKey
            key={key.keyId}
            of={key}
            standing={standingOf(key, keys)}
            revoke={mayRevoke ? () => setStolen(key) : undefined}
          />
        ))}
      </ul>
      {mayRevoke && (
        <RevokeKey of={stolen} close={() => setStolen(undefined)} {...{ issuerId, name }} />
      )}
    </>
  );
}
