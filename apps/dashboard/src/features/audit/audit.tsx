import { Button, Select, TextInput } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { t } from '../../messages/en/audit-actions.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { type AuditEntry, auditActionOptions } from '../../shared/audit-sentence.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { groupAuditEntries } from '../../shared/group-audit-entries.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { membersQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import type { AuditSearch } from '../../shared/search.ts';
import classes from './audit.module.css';
import { AuditLog } from './audit-log.tsx';

const route = getRouteApi('/$accountId/audit');

/** The audit log, filtered by the URL. */
export function AuditScreen() {
  const search = route.useSearch();
  const query = useInfiniteQuery(auditQuery(useAccount(), search));
  const pages = query.data?.pages;
  const acts = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const filter = buildAuditFilter(search);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Screen title={t('nav.audit')} lead={t('audit.lead')}>
      <AuditFilters search={search} isFiltered={isFiltered} />
      <QueryContent query={query} lines={10}>
        {() => {
          if (acts.length > 0) return <AuditLog acts={acts} />;
          if (isFiltered) return <p>{t('search.none')}</p>;
          return <EmptyState title={t('audit.none.title')}>{t('audit.none.words')}</EmptyState>;
        }}
      </QueryContent>
      <LoadMore query={query} shown={acts.length} key={JSON.stringify(filter)} />
      <CurlExample operation="listAuditLog" args={filter} />
    </Screen>
  );
}

const any = 'any';

type Props = { search: AuditSearch; isFiltered: boolean };

function AuditFilters({ search, isFiltered }: Props) {
  const here = useAccount();
  const navigate = useNavigate({ from: '/$accountId/audit' });
  const { data: members = [] } = useQuery(membersQuery(here));
  const { person, action } = search;
  const show = (change: Partial<AuditSearch>) =>
    void navigate({ search: { ...search, ...change } });
  const chosen = (value: string | null) => (value === null || value === any ? undefined : value);
  const people = members.flatMap(({ personId, name, email }) =>
    personId === null ? [] : [{ value: personId, label: name ?? email }],
  );
  const isGone = person !== undefined && !people.some(({ value }) => value === person);
  return (
    <search className={classes.filters}>
      <Select
        label={t('audit.user')}
        data={[
          { value: any, label: t('audit.user.any') },
          ...people,
          ...(isGone ? [{ value: person, label: t('audit.user.gone') }] : []),
        ]}
        value={person ?? any}
        allowDeselect={false}
        onChange={(value) => show({ person: chosen(value) })}
      />
      <Select
        label={t('audit.action')}
        data={[{ value: any, label: t('audit.action.any') }, ...auditActionOptions]}
        value={action ?? any}
        searchable
        allowDeselect={false}
        onChange={(value) => show({ action: chosen(value) })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(`audit.${end}`)}
          value={search[end] ?? ''}
          onChange={({ currentTarget: { value } }) => show({ [end]: value || undefined })}
        />
      ))}
      {isFiltered && (
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {t('audit.all')}
        </Button>
      )}
    </search>
  );
}

/** Days in the user's time zone, start to end. */
function buildAuditFilter({ person, action, from, to }: AuditSearch) {
  return {
    ...(person && { personId: person }),
    ...(action && { action }),
    ...(from && { since: new Date(`${from}T00:00:00.000`).toISOString() }),
    ...(to && { until: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

/** Hundreds of entries may fold into one line, so several pages are loaded at once. */
const requests = 3;
const lines = 20;

const auditQuery = ({ accountId, api }: AccountContextValue, search: AuditSearch) => {
  const filter = buildAuditFilter(search);
  return infiniteQueryOptions({
    queryKey: [accountId, 'audit', filter],
    queryFn: async ({ signal, pageParam }) => {
      let after = pageParam;
      const acts: AuditEntry[] = [];
      for (let left = requests; left > 0; left -= 1) {
        const page = { ...filter, ...(after === undefined ? {} : { lastEvaluatedKey: after }) };
        const { items, lastEvaluatedKey } = await api.auditLog.list(page, { signal });
        acts.push(...items);
        after = lastEvaluatedKey;
        if (after === undefined || groupAuditEntries(acts).length >= lines) break;
      }
      return { items: acts, lastEvaluatedKey: after };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
  });
};
