import { createPathBuilder, operations, revokeIssuerKeys } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/issuers.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatMoment } from '../../shared/format.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './issuers.module.css';
import {
  getKeyStatus,
  type KeyStatus,
  keyRevocationQuery,
  type SigningKey,
  signingKeysQuery,
} from './queries.ts';

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

type RevokeKeyProps = {
  signingKey: SigningKey | undefined;
  issuerId: string;
  name: string;
  close: () => void;
};

/**
 * Start of the day in the browser's time zone, as an ISO 8601 date-time. Returns an invalid date
 * unchanged, so that the API rejects it.
 */
const getStartOfDay = (day: string): string | undefined => {
  if (!day) return undefined;
  const start = new Date(`${day}T00:00`);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
};

/** Revokes a key that may have leaked, after showing how many credentials it signed. */
function RevokeKey({ signingKey: key, issuerId, name, close }: RevokeKeyProps) {
  const here = useAccount();
  const queries = useQueryClient();
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const since = getStartOfDay(day);
  const body = { keyId: key?.keyId ?? '', ...(since && { since }), ...(reason && { reason }) };
  const revoke = async () => {
    await here.api.issuers.revokeKeys({ issuerId, ...body });
    await queries.invalidateQueries(signingKeysQuery(here, issuerId));
    showToast(t('issuers.keys.revoke.done'));
  };
  const end = () => {
    setDay('');
    setReason('');
    close();
  };
  return (
    <ConfirmDialog
      opened={key !== undefined}
      close={end}
      title={t('issuers.keys.revoke.title')}
      action={t('issuers.keys.revoke')}
      typed={name}
      check={() => findBodyErrors(revokeIssuerKeys.body, body)}
      act={revoke}
    >
      {(errors) => (
        <>
          <p>{t('issuers.keys.revoke.words')}</p>
          <TextInput
            label={t('issuers.keys.revoke.since')}
            description={t('issuers.keys.revoke.since.hint')}
            type="date"
            value={day}
            error={errors.since}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
          {since && (
            <TextInput
              label={t('issuers.keys.revoke.reason')}
              description={t('issuers.keys.revoke.reason.hint')}
              value={reason}
              error={errors.reason}
              maxLength={500}
              dir="auto"
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          {key && <Consequences {...{ issuerId, keyId: key.keyId, since }} />}
          <CurlExample operation="revokeIssuerKeys" args={{ issuerId, ...body }} />
        </>
      )}
    </ConfirmDialog>
  );
}

type ConsequencesProps = { issuerId: string; keyId: string; since: string | undefined };

function Consequences(props: ConsequencesProps) {
  const query = useQuery(keyRevocationQuery(useAccount(), props));
  return (
    <div role="status">
      <QueryContent query={query} lines={2}>
        {({ signed, revoked }) => (
          <ul>
            <li>{t('issuers.keys.revoke.signed', { n: signed })}</li>
            {props.since && <li>{t('issuers.keys.revoke.revoked', { n: revoked })}</li>}
          </ul>
        )}
      </QueryContent>
    </div>
  );
}
