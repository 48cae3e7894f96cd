import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { EmptyState } from '../../shared/empty-state.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { AuditLog } from './audit-log.tsx';
import { AuditFilters } from './filters.tsx';
import { auditQuery, buildAuditFilter } from './queries.ts';
import { t } from './t.ts';

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
