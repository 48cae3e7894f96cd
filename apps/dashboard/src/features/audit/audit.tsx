import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { More } from '../../shared/more.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Filters } from './filters.tsx';
import { Log } from './log.tsx';
import { auditQuery, filterOf } from './queries.ts';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/audit');

/** The audit log, filtered by the URL. */
export function Audit() {
  const search = route.useSearch();
  const query = useInfiniteQuery(auditQuery(useHere(), search));
  const pages = query.data?.pages;
  const acts = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const filter = filterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Screen title={t('nav.audit')} lead={t('audit.lead')}>
      <Filters search={search} isFiltered={isFiltered} />
      <Loaded query={query} lines={10}>
        {() => {
          if (acts.length > 0) return <Log acts={acts} />;
          if (isFiltered) return <p>{t('search.none')}</p>;
          return <Nothing title={t('audit.none.title')}>{t('audit.none.words')}</Nothing>;
        }}
      </Loaded>
      <More query={query} shown={acts.length} key={JSON.stringify(filter)} />
      <AsCurl operation="listAuditLog" args={filter} />
    </Screen>
  );
}
