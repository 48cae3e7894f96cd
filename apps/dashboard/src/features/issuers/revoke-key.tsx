import { revokeIssuerKeys } from '@insignia/contract';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/issuers.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { showToast } from '../../shared/toast.tsx';
import { keyRevocationQuery, type SigningKey, signingKeysQuery } from './queries.ts';

type Props = {
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
export function RevokeKey({ signingKey: key, issuerId, name, close }: Props) {
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
