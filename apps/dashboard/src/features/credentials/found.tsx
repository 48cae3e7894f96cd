import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { LongTable } from '../../shared/long-table.tsx';
import { More } from '../../shared/more.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { bareId } from '../../shared/random-id.ts';
import { AllMatching } from './all-matching.tsx';
import type { Selection } from './asked.ts';
import { chooser, columnsOf, type Item, idOf } from './columns.tsx';
import classes from './list.module.css';
import type { Filter } from './search.ts';
import { Selected } from './selected.tsx';
import { t } from './t.ts';

type Pages = { pages: readonly { awards: readonly Item[] }[] };

/** The list of credentials with bulk actions. */
export function Found({ query, filter }: { query: UseInfiniteQueryResult<Pages>; filter: Filter }) {
  const { accountId, may } = useHere();
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
  // Rows that disappeared can't be selected.
  const ticked = useMemo(() => rows.filter(({ id }) => selected.has(bareId(id))), [rows, selected]);
  const chosen = useMemo(() => new Set(ticked.map(({ id }) => bareId(id))), [ticked]);
  return (
    <Loaded query={query} lines={10}>
      {() => {
        if (rows.length === 0) return <Empty isFiltered={Object.keys(filter).length > 0} />;
        return (
          <div className={classes.found}>
            <Tools
              {...{ filter, none, setAll }}
              selection={all ?? selectionOf(ticked)}
              isEvery={all !== undefined}
              known={query.hasNextPage ? undefined : rows.length}
              shown={t('credentials.shown', {
                count: rows.length,
                more: String(query.hasNextPage),
              })}
            />
            <LongTable
              label={t('nav.credentials')}
              rows={rows}
              keyOf={idOf}
              columns={[
                ...(may('revokeAwards')
                  ? [chooser(rows, chosen, { choose, setSelected, isEvery: all !== undefined })]
                  : []),
                ...columnsOf(accountId),
              ]}
            />
            <More query={query} shown={rows.length} />
          </div>
        );
      }}
    </Loaded>
  );
}

function selectionOf(ticked: readonly Item[]): Selection | undefined {
  if (ticked.length === 0) return undefined;
  const left = ticked.filter(({ state }) => state !== 'revoked');
  return {
    count: ticked.length,
    standing: { count: left.length },
    which: { awardIds: ticked.map(({ id }) => bareId(id)) },
  };
}

type ToolsProps = {
  filter: Filter;
  selection: Selection | undefined;
  isEvery: boolean;
  known: number | undefined;
  none: () => void;
  setAll: (selection: Selection) => void;
  shown: string;
};

/** The selection with its actions, or the total. */
function Tools({ filter, selection, isEvery, known, none, setAll, shown }: ToolsProps) {
  const { may } = useHere();
  return (
    <div className={classes.tools} data-selected={selection ? '' : undefined}>
      {selection ? (
        <Selected selection={selection} clear={none} />
      ) : (
        <span className="fine">{shown}</span>
      )}
      {may('revokeAwards') && !isEvery && <AllMatching {...{ filter, known }} choose={setAll} />}
    </div>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const { accountId, may } = useHere();
  if (isFiltered) return <p>{t('search.none')}</p>;
  return (
    <Nothing
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
    </Nothing>
  );
}
