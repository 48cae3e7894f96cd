import { MAX_COUNTED_RECIPIENT_AWARDS } from '@insignia/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '../../messages/en/recipients.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatDay, formatNumber } from '../../shared/format.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SearchField } from '../../shared/search-field.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { VirtualizedTable } from '../../shared/virtual-table.tsx';
import { type EarlierAddress, type RecipientItem, recipientsQuery } from './queries.ts';

const route = getRouteApi('/$accountId/recipients');
const getRecipientId = ({ recipientId }: RecipientItem): string => recipientId;

export function Recipients() {
  const here = useAccount();
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = search ? { search } : {};
  const query = useInfiniteQuery(recipientsQuery(here, filter));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const earlier = query.data?.pages.flatMap(({ earlierAddresses = [] }) => earlierAddresses) ?? [];
  const learners = query.data?.pages.flatMap(({ courseLearners = [] }) => courseLearners) ?? [];
  return (
    <Screen title={t('nav.recipients')} lead={t('recipients.lead')}>
      <search>
        <SearchField
          value={search ?? ''}
          placeholder={t('recipients.search')}
          onChange={(words) =>
            void navigate({ search: { search: words || undefined }, replace: true })
          }
        />
      </search>
      <QueryContent query={query} lines={10}>
        {() => (
          <>
            {rows.length === 0 && earlier.length === 0 && learners.length === 0 && (
              <Empty isFiltered={search !== undefined} />
            )}
            {rows.length > 0 && (
              <VirtualizedTable
                label={t('nav.recipients')}
                rows={rows}
                getKey={getRecipientId}
                columns={recipientColumns}
              />
            )}
            <LoadMore query={query} shown={rows.length} />
            {earlier.length > 0 && <EarlierAddresses rows={earlier} />}
            {learners.length > 0 && <CourseLearners rows={learners} />}
          </>
        )}
      </QueryContent>
      <CurlExample operation="listRecipients" args={filter} />
    </Screen>
  );
}

function Recipient({ recipientId, name, email }: EarlierAddress['movedTo']) {
  const { accountId } = useAccount();
  return (
    <>
      <Link to="/$accountId/recipients/$recipientId" params={{ accountId, recipientId }}>
        {name}
      </Link>
      <br />
      <span className="fine">{email}</span>
    </>
  );
}

const recipientColumns: Column<RecipientItem>[] = [
  {
    title: t('recipients.name'),
    show: (recipient) => <Recipient {...recipient} />,
  },
  {
    title: t('recipients.awards'),
    isNumber: true,
    show: ({ awards }) =>
      awards < MAX_COUNTED_RECIPIENT_AWARDS
        ? formatNumber(awards)
        : t('recipients.awards.more', { count: awards }),
  },
  {
    title: t('recipients.last'),
    isMinor: true,
    show: ({ lastAwardAt }) => <time dateTime={lastAwardAt}>{formatDay(lastAwardAt)}</time>,
  },
];

/** Learners who have the address in the search, but no credential. */
function CourseLearners({ rows }: { rows: readonly EarlierAddress['movedTo'][] }) {
  return (
    <section className="stack" aria-labelledby="learners">
      <h2 id="learners">{t('recipients.learners')}</h2>
      <Table
        label={t('recipients.learners')}
        rows={rows}
        getKey={({ recipientId }) => recipientId}
        columns={[{ title: t('recipients.learner'), show: (row) => <Recipient {...row} /> }]}
      />
    </section>
  );
}

/** Addresses that match the search and that corrections replaced. */
function EarlierAddresses({ rows }: { rows: readonly EarlierAddress[] }) {
  const { accountId } = useAccount();
  const columns: Column<EarlierAddress>[] = [
    {
      title: t('recipients.earlier.address'),
      show: ({ recipientId, email }) => (
        <Link to="/$accountId/recipients/$recipientId" params={{ accountId, recipientId }}>
          {email}
        </Link>
      ),
    },
    {
      title: t('recipients.earlier.now'),
      show: ({ movedTo }) => <Recipient {...movedTo} />,
    },
  ];
  return (
    <section className="stack" aria-labelledby="earlier">
      <h2 id="earlier">{t('recipients.earlier')}</h2>
      <p className="fine">{t('recipients.earlier.lead')}</p>
      <Table
        label={t('recipients.earlier')}
        rows={rows}
        getKey={({ recipientId, movedTo }) => `${recipientId} ${movedTo.recipientId}`}
        columns={columns}
      />
    </section>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const { accountId, may } = useAccount();
  if (isFiltered) return <p>{t('search.none')}</p>;
  return (
    <EmptyState
      title={t('recipients.none.title')}
      action={
        may('createAward') && (
          <ButtonLink to="/$accountId/issue" params={{ accountId }}>
            {t('issue')}
          </ButtonLink>
        )
      }
    >
      {t('recipients.none.words')}
    </EmptyState>
  );
}
