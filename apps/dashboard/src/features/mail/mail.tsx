import { listMail, MAX_SEARCHED_MAILS } from '@insignia/contract';
import { Select } from '@mantine/core';
import {
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { t } from '../../messages/en/mail.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatNumber } from '../../shared/format.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import {
  createResendColumn,
  getMailId,
  type MailItem,
  MailOutcome,
  type MailState,
  ResendDialog,
} from '../../shared/mail-outcome.tsx';
import { Notice } from '../../shared/notice.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { Screen } from '../../shared/screen.tsx';
import { buildMailFilter, type MailFilter } from '../../shared/search.ts';
import { SearchField } from '../../shared/search-field.tsx';
import type { Column } from '../../shared/table.tsx';
import { VirtualizedTable } from '../../shared/virtual-table.tsx';
import classes from './mail.module.css';

const route = getRouteApi('/$accountId/mail');
const states = listMail.query.shape.state.unwrap().options;
const any = 'any';

export function MailScreen() {
  const search = route.useSearch();
  const { state, search: text = '' } = search;
  const filter = buildMailFilter(search);
  const navigate = route.useNavigate();
  const here = useAccount();
  const query = useInfiniteQuery(mailQuery(here, filter));
  return (
    <Screen title={t('nav.mail')} lead={t('mail.lead')}>
      {here.account.mailsToFiles && <Notice tone="warn">{t('mail.toFiles')}</Notice>}
      <search className={classes.filters}>
        <SearchField
          value={text}
          placeholder={t('mail.search')}
          onChange={(words) =>
            void navigate({ search: { ...search, search: words || undefined }, replace: true })
          }
        />
        <Select
          aria-label={t('state')}
          data={[
            { value: any, label: t('mail.any') },
            ...states.map((value) => ({ value, label: t(`mail.state.${value}`) })),
          ]}
          value={state ?? any}
          allowDeselect={false}
          onChange={(chosen) => {
            const state = chosen === any ? undefined : (chosen as MailState);
            void navigate({ search: { ...search, state } });
          }}
        />
      </search>
      <MailTable query={query} filter={filter} key={JSON.stringify(filter)} />
      <CurlExample operation="listMail" args={filter} />
    </Screen>
  );
}

type MailPages = { pages: readonly { items: readonly MailItem[] }[] };
type Props = { query: UseInfiniteQueryResult<MailPages>; filter: MailFilter };

/** Emails with their states and a retry. */
function MailTable({ query, filter }: Props) {
  const { accountId, may } = useAccount();
  const [resending, setResending] = useState<MailItem>();
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  return (
    <QueryContent query={query} lines={8}>
      {() => {
        if (rows.length === 0) return <Empty filter={filter} />;
        return (
          <>
            <VirtualizedTable
              label={t('nav.mail')}
              rows={rows}
              getKey={getMailId}
              columns={[
                ...createMailColumns(accountId),
                ...(may('resendMail')
                  ? [createResendColumn(setResending, { isLongList: true })]
                  : []),
              ]}
            />
            <LoadMore query={query} shown={rows.length} />
            <ResendDialog mail={resending} close={() => setResending(undefined)} />
          </>
        );
      }}
    </QueryContent>
  );
}

function createMailColumns(accountId: string): Column<MailItem>[] {
  return [
    {
      title: t('mail.to'),
      show: ({ to, subject, state, status, awardId, createdAt }) => (
        <div className={classes.to}>
          {awardId ? (
            <Link
              to="/$accountId/credentials/$credentialId"
              params={{ accountId, credentialId: idFromUrl(awardId) }}
            >
              <Address email={to} />
            </Link>
          ) : (
            <strong>
              <Address email={to} />
            </strong>
          )}
          <span
            className={classes.about}
            data-arrived={(state === 'sent' && status !== 'written') || undefined}
          >
            <span>{subject}</span>
            <RelativeTime at={createdAt} />
          </span>
        </div>
      ),
    },
    { title: t('state'), isBelow: true, show: (mail) => <MailOutcome mail={mail} /> },
    {
      title: t('mail.at'),
      isMinor: true,
      show: ({ createdAt }) => <RelativeTime at={createdAt} className={classes.when} />,
    },
  ];
}

/** Wraps before the domain if needed. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function Empty({ filter }: { filter: MailFilter }) {
  if (filter.search)
    return (
      <p>
        {t('search.none')}{' '}
        {[...filter.search].length < 3 &&
          t('mail.search.none', { max: formatNumber(MAX_SEARCHED_MAILS) })}
      </p>
    );
  if (filter.state) return <p>{t('search.none')}</p>;
  return <EmptyState title={t('mail.none.title')}>{t('mail.none.words')}</EmptyState>;
}

const whileQueuedMs = 3_000;
const MAX_REFETCHED_PAGES = 4;

/** Pages of emails. Refreshed while any is queued, unless many are shown. */
export const mailQuery = ({ accountId, api }: AccountContextValue, filter: MailFilter) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'mail', filter],
    queryFn: ({ signal, pageParam }) =>
      api.mail.list(
        {
          ...filter,
          ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    refetchInterval: ({ state: { data } }) =>
      data &&
      data.pages.length <= MAX_REFETCHED_PAGES &&
      data.pages.some(({ items }) => items.some((mail) => mail.state === 'queued'))
        ? whileQueuedMs
        : false,
  });
