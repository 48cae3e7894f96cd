import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/requests.ts';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import {
  AcceptDialog,
  AnswerButtons,
  canAccept,
  DeclineDialog,
  isFromRecipient,
  nameRequester,
  type RequestItem,
  type RequestState,
  requestsQuery,
} from './answer.tsx';
import classes from './requests.module.css';

const route = getRouteApi('/$accountId/requests');
const getRequestId = ({ requestId }: RequestItem): string => requestId;
const states = ['open', 'accepted', 'declined'] as const;
const all = 'all';

type Answer = { request: RequestItem; kind: 'accept' | 'decline' };

/** Requests of recipients, with Accept and Decline. */
export function Requests() {
  const here = useAccount();
  // Without a filter, the open ones: they wait for an answer.
  const { state = 'open' } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = state === all ? {} : { state };
  const query = useInfiniteQuery(requestsQuery(here, filter));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [answer, setAnswer] = useState<Answer>();
  const close = () => setAnswer(undefined);
  const answered = answer && { request: answer.request, close };
  return (
    <Screen title={t('nav.requests')} lead={t('requests.lead')}>
      <search className={classes.filter}>
        <Select
          aria-label={t('state')}
          data={[
            ...states.map((value) => ({ value, label: t(`requests.state.${value}`) })),
            { value: all, label: t('requests.state.all') },
          ]}
          value={state}
          allowDeselect={false}
          onChange={(chosen) =>
            void navigate({ search: { state: (chosen ?? 'open') as RequestState | 'all' } })
          }
        />
      </search>
      <QueryContent query={query} lines={6}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={t(`requests.none.${state}`)}>{t('requests.none.words')}</EmptyState>
          ) : (
            <>
              <Table
                label={t('nav.requests')}
                rows={rows}
                getKey={getRequestId}
                columns={createColumns(here.accountId, here.may('acceptRequest'), setAnswer)}
              />
              <LoadMore query={query} shown={rows.length} />
            </>
          )
        }
      </QueryContent>
      {answered && answer.kind === 'accept' && <AcceptDialog {...answered} />}
      {answered && answer.kind === 'decline' && <DeclineDialog {...answered} />}
      <CurlExample operation="listRequests" args={filter} />
    </Screen>
  );
}

function createColumns(
  accountId: string,
  mayAnswer: boolean,
  answer: (chosen: Answer) => void,
): Column<RequestItem>[] {
  return [
    {
      title: t('requests.recipient'),
      show: ({ award }) => (
        <div className={classes.person}>
          <Link
            to="/$accountId/credentials/$credentialId"
            params={{ accountId, credentialId: idFromUrl(award.id) }}
          >
            <bdi>{award.recipient.name}</bdi>
          </Link>
          <span className="fine">{award.recipient.email}</span>
          <span className="fine">
            <bdi>{award.badge.name}</bdi>
          </span>
        </div>
      ),
    },
    {
      title: t('requests.request'),
      isBelow: true,
      show: (request) => <RequestSummary request={request} accountId={accountId} />,
    },
    {
      title: t('requests.date'),
      isMinor: true,
      show: ({ createdAt }) => <RelativeTime at={createdAt} className={classes.date} />,
    },
    {
      title: t('actions'),
      isBelow: true,
      show: (request) =>
        request.state === 'open' && mayAnswer ? (
          <AnswerButtons
            name={nameRequester(request)}
            accept={canAccept(request) ? () => answer({ request, kind: 'accept' }) : undefined}
            decline={() => answer({ request, kind: 'decline' })}
          />
        ) : (
          <span className="state" data-tone={request.state === 'declined' ? 'bad' : undefined}>
            {t(`requests.state.${request.state}`)}
          </span>
        ),
    },
  ];
}

function RequestSummary({ request, accountId }: { request: RequestItem; accountId: string }) {
  const { kind, message, name, email, reason, requester } = request;
  return (
    <div className={classes.wish}>
      <strong>{t(`requests.kind.${kind}`)}</strong>
      {!isFromRecipient(request) && (
        <span className="fine">
          {t('requests.earlier')}{' '}
          {requester ? (
            <Link
              to="/$accountId/recipients/$recipientId"
              params={{ accountId, recipientId: requester.recipientId }}
            >
              {requester.email}
            </Link>
          ) : (
            t('requests.earlier.unknown')
          )}
        </span>
      )}
      <q className={classes.message} dir="auto">
        {message}
      </q>
      {name && (
        <span>
          {t('requests.name')} <bdi>{name}</bdi>
        </span>
      )}
      {email && (
        <span>
          {t('requests.email')} <bdi>{email}</bdi>
        </span>
      )}
      {reason && (
        <span className="fine">
          {t('requests.reason.given')} <bdi>{reason}</bdi>
        </span>
      )}
    </div>
  );
}
