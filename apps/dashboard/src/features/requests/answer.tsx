import { declineRequest } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { Button, Textarea } from '@mantine/core';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/requests.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';

type DialogProps = { request: RequestItem; close: () => void };

/** False if a correction has since given the credential to somebody else. */
export const isFromRecipient = ({ requester, award }: RequestItem): boolean =>
  requester?.recipientId === award.recipientId;

/** Earlier recipients have no name any more. */
export const nameRequester = (request: RequestItem): string =>
  isFromRecipient(request)
    ? request.award.recipient.name
    : (request.requester?.email ?? t('requests.earlier.unknown'));

/** An earlier recipient can't have somebody else's credential erased. */
export const canAccept = (request: RequestItem): boolean =>
  request.kind === 'correction' || isFromRecipient(request);

type AnswerProps = { name: string; accept: (() => void) | undefined; decline: () => void };

export function AnswerButtons({ name, accept, decline }: AnswerProps) {
  return (
    <div className="actions">
      {accept && (
        <Button size="sm" aria-label={t('requests.accept.of', { name })} onClick={accept}>
          {t('requests.accept')}
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        aria-label={t('requests.decline.of', { name })}
        onClick={decline}
      >
        {t('requests.decline')}
      </Button>
    </div>
  );
}

/**
 * Erases at once, or opens the form that corrects the credential. Not for an earlier recipient, whose
 * values it would put on somebody else's credential.
 */
export function AcceptDialog({ request, close }: DialogProps) {
  const { accountId, api } = useAccount();
  const invalidate = useInvalidateRequests();
  const navigate = useNavigate();
  const { requestId, kind, award } = request;
  const name = nameRequester(request);
  const outcome = isFromRecipient(request) ? kind : 'moved';
  const accept = async () => {
    const accepted = await api.requests.accept({ requestId });
    await invalidate();
    showToast(t(`requests.accepted.${outcome}`, { name }));
    if (outcome !== 'correction') return;
    await navigate({
      to: '/$accountId/credentials/$credentialId/correct',
      params: { accountId, credentialId: idFromUrl(award.id) },
      // Not in the URL, because it may contain an email address.
      state: { requested: { name: accepted.name, email: accepted.email } },
    });
  };
  return (
    <ConfirmDialog
      opened
      close={close}
      title={t(`requests.accept.${kind}.title`, { name })}
      action={t(`requests.accept.${outcome}.action`)}
      {...(kind === 'erasure' ? { typed: name } : { isHarmless: true })}
      act={accept}
    >
      <p>{t(`requests.accept.${outcome}.words`, { name })}</p>
    </ConfirmDialog>
  );
}

export function DeclineDialog({ request, close }: DialogProps) {
  const { api } = useAccount();
  const invalidate = useInvalidateRequests();
  const [reason, setReason] = useState('');
  const { requestId } = request;
  const name = nameRequester(request);
  const decline = async () => {
    await api.requests.decline({ requestId, reason });
    await invalidate();
    showToast(t('requests.declined', { name }));
  };
  return (
    <ConfirmDialog
      opened
      close={close}
      title={t('requests.decline.title', { name })}
      action={t('requests.decline.action')}
      check={() => findBodyErrors(declineRequest.body, { reason })}
      act={decline}
    >
      {(errors) => (
        <>
          <p>
            {request.requester
              ? t('requests.decline.words', { name })
              : t('requests.decline.unknown')}
          </p>
          <Textarea
            label={t('requests.reason')}
            data-autofocus
            description={t('requests.reason.hint')}
            value={reason}
            error={errors.reason}
            maxLength={500}
            onChange={({ currentTarget }) => setReason(currentTarget.value.replaceAll('\n', ' '))}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

function useInvalidateRequests() {
  const { accountId } = useAccount();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [accountId, 'requests'] });
    await queries.invalidateQueries({ queryKey: [accountId, 'credentials'] });
  };
}

type RequestsPage = Awaited<ReturnType<Client['requests']['list']>>;
export type RequestItem = RequestsPage['items'][number];
export type RequestState = RequestItem['state'];

const MAX_REFETCHED_PAGES = 4;

export const requestsQuery = (
  { accountId, api }: AccountContextValue,
  filter: { state?: RequestState },
) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'requests', filter],
    queryFn: ({ signal, pageParam }) =>
      api.requests.list(
        { ...filter, ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    // Each loaded page is a request, and requests are limited.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MAX_REFETCHED_PAGES,
  });
