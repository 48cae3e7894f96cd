import { Button } from '@mantine/core';
import { type UseInfiniteQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { createLazyDialog } from '../../shared/lazy-part.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import type { CredentialListFilter } from '../../shared/search.ts';
import { useAction } from '../../shared/use-action.ts';
import { VirtualizedTable } from '../../shared/virtual-table.tsx';
import {
  type CredentialItem,
  createCredentialColumns,
  createSelectionColumn,
  getCredentialId,
} from './columns.tsx';
import classes from './list.module.css';
import { countQuery } from './queries.ts';
import {
  buildSelection,
  countRevoked,
  excludeEmailed,
  excludeRevoked,
  type Selection,
  sumCounts,
  toCountValues,
} from './selection.ts';

type CredentialPages = { pages: readonly { awards: readonly CredentialItem[] }[] };

export function CredentialTable({
  query,
  filter,
}: {
  query: UseInfiniteQueryResult<CredentialPages>;
  filter: CredentialListFilter;
}) {
  const { accountId, may } = useAccount();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<Selection>();
  const none = () => {
    setSelected(new Set());
    setAll(undefined);
  };
  const choose = (id: string, isChosen: boolean) =>
    setSelected((before) => {
      const after = new Set(before);
      if (isChosen) after.add(id);
      else after.delete(id);
      return after;
    });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ awards }) => awards) ?? [], [pages]);
  // Ids stay in `selected` after their rows disappeared from the list.
  const ticked = useMemo(
    () => rows.filter(({ id }) => selected.has(idFromUrl(id))),
    [rows, selected],
  );
  const chosen = useMemo(() => new Set(ticked.map(({ id }) => idFromUrl(id))), [ticked]);
  return (
    <QueryContent query={query} lines={10}>
      {() => {
        if (rows.length === 0) return <Empty isFiltered={Object.keys(filter).length > 0} />;
        return (
          <div className={classes.found}>
            <Toolbar
              {...{ filter, none, setAll }}
              selection={all ?? buildSelection(ticked)}
              isEvery={all !== undefined}
              known={query.hasNextPage ? undefined : rows.length}
              shown={t('credentials.shown', {
                count: rows.length,
                more: String(query.hasNextPage),
              })}
            />
            <VirtualizedTable
              label={t('nav.credentials')}
              rows={rows}
              getKey={getCredentialId}
              columns={[
                ...(may('revokeAwards')
                  ? [
                      createSelectionColumn(rows, chosen, {
                        choose,
                        setSelected,
                        isEvery: all !== undefined,
                      }),
                    ]
                  : []),
                ...createCredentialColumns(accountId),
              ]}
            />
            <LoadMore query={query} shown={rows.length} />
          </div>
        );
      }}
    </QueryContent>
  );
}

type ToolbarProps = {
  filter: CredentialListFilter;
  selection: Selection | undefined;
  isEvery: boolean;
  known: number | undefined;
  none: () => void;
  setAll: (selection: Selection) => void;
  shown: string;
};

/** Above the list: actions for the selected credentials, or the total if none are selected. */
function Toolbar({ filter, selection, isEvery, known, none, setAll, shown }: ToolbarProps) {
  const { may } = useAccount();
  return (
    <div className={classes.tools} data-selected={selection ? '' : undefined}>
      {selection ? (
        <SelectionActions selection={selection} clear={none} />
      ) : (
        <span className="fine">{shown}</span>
      )}
      {may('revokeAwards') && !isEvery && <AllMatching {...{ filter, known }} choose={setAll} />}
    </div>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const { accountId, may } = useAccount();
  if (isFiltered) return <p>{t('search.none')}</p>;
  return (
    <EmptyState
      title={t('credentials.none.title')}
      action={
        may('createAward') && (
          <ButtonLink to="/$accountId/issue" params={{ accountId }}>
            {t('issue.title')}
          </ButtonLink>
        )
      }
    >
      {t('credentials.none.words')}
    </EmptyState>
  );
}

const SendMany = createLazyDialog(async () => (await import('./bulk-dialogs.tsx')).BulkSendDialog);
const RevokeMany = createLazyDialog(
  async () => (await import('./bulk-dialogs.tsx')).BulkRevokeDialog,
);

function SelectionActions({ selection, clear }: { selection: Selection; clear: () => void }) {
  const [dialog, setDialog] = useState<'send' | 'revoke'>();
  const revoked = countRevoked(selection);
  const isNone = selection.unrevoked.count === 0;
  const props = { selection, clear, close: () => setDialog(undefined) };
  return (
    <section aria-label={t('selected.label')} className={classes.bar}>
      <span>
        {t('selected.count', toCountValues(selection))}
        {revoked.count > 0 && ` (${t('selected.revoked', toCountValues(revoked))})`}
      </span>
      <div className={classes.acts}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isNone}
          onClick={() => setDialog('send')}
        >
          {t('send')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          data-tone="bad"
          disabled={isNone}
          onClick={() => setDialog('revoke')}
        >
          {t('revoke')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('selected.none')}
        </Button>
      </div>
      <SendMany {...props} opened={dialog === 'send'} />
      <RevokeMany {...props} opened={dialog === 'revoke'} />
    </section>
  );
}

type AllMatchingProps = {
  filter: CredentialListFilter;
  /** The total, if everything is loaded. */
  known: number | undefined;
  choose: (selection: Selection) => void;
};

/**
 * Selects everything that matches the filter, including rows not loaded. Counts before offering it
 * and again when selected.
 */
function AllMatching({ filter, known, choose }: AllMatchingProps) {
  const here = useAccount();
  const queries = useQueryClient();
  const { data } = useQuery({ ...countQuery(here, filter), enabled: known === undefined });
  const counted = known === undefined ? data : { count: known };
  const { act, isBusy, problem } = useAction(async () => {
    const count = async (...filters: CredentialListFilter[]) =>
      sumCounts(
        await Promise.all(filters.map((which) => queries.fetchQuery(countQuery(here, which)))),
      );
    const filters = excludeRevoked(filter);
    const [all, unrevoked, notEmailed] = await Promise.all([
      count(filter),
      count(...filters),
      count(...excludeEmailed(filters)),
    ]);
    const isAll = Object.keys(filter).length === 0;
    choose({ ...all, unrevoked, notEmailed, which: isAll ? { all: true } : { filter } });
  });
  return (
    <div className={classes.all}>
      <ProblemNotice problem={problem} />
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void act()}>
        {counted ? t('selected.all.counted', toCountValues(counted)) : t('selected.all')}
      </Button>
    </div>
  );
}
