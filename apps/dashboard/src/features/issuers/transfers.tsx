import { offerIssuer } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/issuers.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { emailField } from '../../shared/form.ts';
import { formatDay } from '../../shared/format.ts';
import { Hint } from '../../shared/notice.tsx';
import type { Issuer } from '../../shared/queries.ts';
import { showToast } from '../../shared/toast.tsx';

type Transfer = Awaited<
  ReturnType<AccountContextValue['api']['transfers']['list']>
>['items'][number];

const pollMs = 2_000;
const isMoving = ({ state }: Transfer): boolean => state === 'accepted';
const isOpen = ({ state }: Transfer): boolean => state === 'offered' || state === 'accepted';

const transfersQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'transfers'],
    queryFn: async ({ signal }) => (await api.transfers.list({}, { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? pollMs : false),
  });

/** Open transfers. Reloads everything of the account once one ends, which may be before it is shown as moving. */
function useOpenTransfers(direction: Transfer['direction']): Transfer[] {
  const here = useAccount();
  const queries = useQueryClient();
  const { data = [] } = useQuery(transfersQuery(here));
  const open = data.filter(isOpen);
  const count = open.length;
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void queries.invalidateQueries({ queryKey: [here.accountId] });
    before.current = count;
  }, [count, queries, here.accountId]);
  return open.filter((transfer) => transfer.direction === direction);
}

function useInvalidateTransfers() {
  const { accountId } = useAccount();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [accountId, 'transfers'] });
}

/** Offers a verified issuer to the owner of another account, and shows or cancels the offer. */
export function OfferIssuer({ issuer }: { issuer: Issuer }) {
  const { may } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const open = useOpenTransfers('outgoing').find((transfer) => transfer.issuer.id === issuer.id);
  if (!may('offerIssuer')) return null;
  return (
    <section className="sheet stack">
      <h2>{t('issuers.transfer')}</h2>
      {open ? (
        <OpenOffer transfer={open} />
      ) : (
        <>
          <p>{t('issuers.transfer.words')}</p>
          <div className="actions">
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('issuers.transfer.offer')}
            </Button>
          </div>
        </>
      )}
      {isAsking && <OfferDialog issuer={issuer} close={() => setAsking(false)} />}
    </section>
  );
}

type OfferProps = { issuer: Issuer; close: () => void };

function OfferDialog({ issuer: { id, name }, close }: OfferProps) {
  const { api } = useAccount();
  const invalidate = useInvalidateTransfers();
  const [email, setEmail] = useState('');
  const offer = async () => {
    await api.transfers.offer({ issuerId: id, email });
    await invalidate();
    showToast(t('issuers.transfer.offered', { name, email }));
  };
  return (
    <ConfirmDialog
      opened
      close={close}
      title={t('issuers.transfer.title', { name })}
      action={t('issuers.transfer.offer')}
      check={() => findBodyErrors(offerIssuer.body, { email })}
      act={offer}
    >
      {(errors) => (
        <>
          <p>{t('issuers.transfer.consequence')}</p>
          <p>{t('issuers.transfer.stays')}</p>
          <TextInput
            {...emailField}
            label={t('issuers.transfer.email')}
            description={t('issuers.transfer.email.hint')}
            data-autofocus
            value={email}
            error={errors.email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

function OpenOffer({ transfer }: { transfer: Transfer }) {
  const { api } = useAccount();
  const invalidate = useInvalidateTransfers();
  const [isCanceling, setCanceling] = useState(false);
  const { transferId, issuer, email, expiresAt } = transfer;
  const cancel = async () => {
    try {
      await api.transfers.cancel({ transferId });
      showToast(t('issuers.transfer.canceled', { name: issuer.name }));
    } finally {
      await invalidate();
    }
  };
  if (isMoving(transfer)) return <p role="status">{t('issuers.transfer.moving')}</p>;
  return (
    <>
      <p>
        {t('issuers.transfer.open', {
          email: email ?? '',
          until: formatDay(Date.parse(expiresAt)),
        })}
      </p>
      <div className="actions">
        <Button variant="default" onClick={() => setCanceling(true)}>
          {t('issuers.transfer.cancel')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isCanceling}
        close={() => setCanceling(false)}
        title={t('issuers.transfer.cancel.title', { name: issuer.name })}
        action={t('issuers.transfer.cancel')}
        keep={t('issuers.transfer.keep')}
        act={cancel}
      >
        <p>{t('issuers.transfer.cancel.words', { email: email ?? '' })}</p>
      </ConfirmDialog>
    </>
  );
}

type Answer = { transfer: Transfer; kind: 'accept' | 'decline' };

/** Issuers that other accounts offer to the owner. */
export function IncomingOffers() {
  const { account, may } = useAccount();
  const offers = useOpenTransfers('incoming');
  const [answer, setAnswer] = useState<Answer>();
  const invalidate = useInvalidateTransfers();
  const { api } = useAccount();
  const send = async () => {
    if (!answer) return;
    const { transferId, issuer } = answer.transfer;
    try {
      await api.transfers[answer.kind]({ transferId });
      showToast(t(`issuers.transfer.${answer.kind}.done`, { name: issuer.name }));
    } finally {
      await invalidate();
    }
  };
  return (
    <>
      {offers.map((transfer) => (
        <Hint
          key={transfer.transferId}
          title={t('issuers.transfer.incoming', { name: transfer.issuer.name })}
          action={
            !isMoving(transfer) &&
            may('acceptTransfer') && (
              <>
                <Button onClick={() => setAnswer({ transfer, kind: 'accept' })}>
                  {t('issuers.transfer.accept')}
                </Button>
                <Button variant="default" onClick={() => setAnswer({ transfer, kind: 'decline' })}>
                  {t('issuers.transfer.decline')}
                </Button>
              </>
            )
          }
        >
          {isMoving(transfer) ? (
            <p role="status">{t('issuers.transfer.moving')}</p>
          ) : (
            <p>
              {t('issuers.transfer.incoming.words', {
                account: transfer.account,
                until: formatDay(Date.parse(transfer.expiresAt)),
              })}{' '}
              <a href={transfer.issuer.id} target="_blank" rel="noreferrer">
                {t('openPage')}
              </a>
            </p>
          )}
        </Hint>
      ))}
      {answer && (
        <ConfirmDialog
          opened
          close={() => setAnswer(undefined)}
          title={t(`issuers.transfer.${answer.kind}.title`, { name: answer.transfer.issuer.name })}
          action={t(`issuers.transfer.${answer.kind}`)}
          isHarmless={answer.kind === 'accept'}
          act={send}
        >
          <p>{t(`issuers.transfer.${answer.kind}.words`, { account: account.name })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
