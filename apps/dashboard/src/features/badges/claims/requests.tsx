import { claimLimits } from '@insignia/contract';
import { Button, Checkbox } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../messages/en/claims.ts';
import { useAccount } from '../../../shared/account.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { formatRelativeTime } from '../../../shared/format.ts';
import { LoadMore } from '../../../shared/load-more.tsx';
import { ProblemNotice } from '../../../shared/notice.tsx';
import { QueryContent } from '../../../shared/query-content.tsx';
import { Table } from '../../../shared/table.tsx';
import { showToast } from '../../../shared/toast.tsx';
import { useAction } from '../../../shared/use-action.ts';
import classes from './claims.module.css';
import {
  type Claim,
  type ClaimRequest,
  claimRequestsQuery,
  claimsQuery,
  formatClaimCode,
} from './queries.ts';

/** Requests that wait for approval, with Approve and Decline for the selected. */
export function ClaimRequests({ claim, badgeId }: { claim: Claim; badgeId: string }) {
  const here = useAccount();
  const query = useInfiniteQuery(claimRequestsQuery(here, claim.claimId));
  const requests = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const label = t('claims.requests', { code: formatClaimCode(claim.code) });
  const isCutOff = claim.waiting >= claimLimits.requests;
  return (
    <section className="stack" aria-label={label}>
      <header>
        <h2>{label}</h2>
        <p className="fine">
          {t('claims.requests.words', { count: claim.waiting, more: isCutOff ? '+' : '' })}
        </p>
      </header>
      <QueryContent query={query}>
        {() => (
          <>
            <Decisions claim={claim} badgeId={badgeId} requests={requests} label={label} />
            <LoadMore query={query} shown={requests.length} />
          </>
        )}
      </QueryContent>
    </section>
  );
}

type SendBatch = (batch: { claimId: string; requestIds: string[] }) => Promise<number>;

type Props = {
  claim: Claim;
  badgeId: string;
  requests: readonly ClaimRequest[];
  label: string;
};

function Decisions({ claim: { claimId }, badgeId, requests, label }: Props) {
  const here = useAccount();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isDeclining, setDeclining] = useState(false);
  const requestIds = requests
    .map(({ requestId }) => requestId)
    .filter((requestId) => chosen.includes(requestId));
  const count = requestIds.length;
  const report = async (done: 'claims.approved' | 'claims.declined', total: number) => {
    await queries.invalidateQueries(claimRequestsQuery(here, claimId));
    await queries.invalidateQueries(claimsQuery(here, badgeId));
    showToast(t(done, { count: total }));
  };
  /** In batches that the API takes. An error leaves the rest selected. */
  const decide = async (done: Parameters<typeof report>[0], send: SendBatch) => {
    let total = 0;
    try {
      for (let at = 0; at < count; at += claimLimits.requests)
        total += await send({
          claimId,
          requestIds: requestIds.slice(at, at + claimLimits.requests),
        });
    } catch (error) {
      if (total > 0) await report(done, total);
      throw error;
    }
    await report(done, total);
  };
  const approving = useAction(() =>
    decide('claims.approved', async (batch) => (await here.api.claims.approve(batch)).issued),
  );
  const decline = () =>
    decide('claims.declined', async (batch) => (await here.api.claims.decline(batch)).declined);
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => [...before.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]);
  const all = requests.map(({ requestId }) => requestId);
  return (
    <>
      {here.may('approveClaims') && (
        <div className="actions">
          <Button
            disabled={count === 0}
            loading={approving.isBusy}
            onClick={() => void approving.act()}
          >
            {count === 0 ? t('claims.approve') : t('claims.approve.some', { count })}
          </Button>
          <Button
            variant="default"
            data-tone="bad"
            disabled={count === 0}
            onClick={() => setDeclining(true)}
          >
            {count === 0 ? t('claims.decline') : t('claims.decline.some', { count })}
          </Button>
        </div>
      )}
      <ProblemNotice problem={approving.problem} />
      <Table
        label={label}
        rows={requests}
        getKey={({ requestId }) => requestId}
        columns={[
          {
            title: t('select'),
            isChoice: true,
            head: (
              <Checkbox
                aria-label={t('claims.requests.all')}
                checked={count > 0 && count === all.length}
                indeterminate={count > 0 && count < all.length}
                onChange={({ currentTarget }) => choose(all, currentTarget.checked)}
              />
            ),
            show: ({ requestId, recipient }) => (
              <Checkbox
                aria-label={t('claims.requests.one', { name: recipient.name })}
                checked={chosen.includes(requestId)}
                onChange={({ currentTarget }) => choose([requestId], currentTarget.checked)}
              />
            ),
          },
          {
            title: t('claims.requests.person'),
            show: ({ recipient, attributes }) => (
              <div className={classes.person}>
                <strong>
                  <bdi>{recipient.name}</bdi>
                </strong>
                <span className="fine">{recipient.email}</span>
                {Object.entries(attributes).map(([name, value]) => (
                  <span key={name} className="fine">
                    {name}: <bdi>{value}</bdi>
                  </span>
                ))}
              </div>
            ),
          },
          {
            title: t('claims.requests.since'),
            isBelow: true,
            show: ({ createdAt }) => formatRelativeTime(Date.parse(createdAt)),
          },
        ]}
      />
      <ConfirmDialog
        opened={isDeclining}
        close={() => setDeclining(false)}
        title={t('claims.decline.title', { count })}
        action={t('claims.decline.some', { count })}
        act={decline}
      >
        <p>{t('claims.decline.words')}</p>
      </ConfirmDialog>
    </>
  );
}
