import { Checkbox } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { givenDay } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { LongTable } from '../../shared/long-table.tsx';
import { More } from '../../shared/more.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { bareId } from '../../shared/random-id.ts';
import type { Column } from '../../shared/table.tsx';
import { Thing } from '../../shared/thing.tsx';
import { AllMatching } from './all-matching.tsx';
import type { Selection } from './asked.ts';
import classes from './list.module.css';
import type { Filter } from './search.ts';
import { Selected } from './selected.tsx';
import { CredentialState, type State } from './state.tsx';
import { t } from './t.ts';

type Item = {
  id: string;
  badge: { name: string; image: string };
  recipient: { name: string; email: string };
  issuedOn: string;
  state: State;
};
const idOf = ({ id }: Item): string => id;
type Pages = { pages: readonly { awards: readonly Item[] }[] };

/** The credentials that were found, and what can be done with several of them. */
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
  // What is no longer in the list, since somebody else erased it, cannot be meant.
  const chosen = useMemo(
    () => new Set(rows.map(({ id }) => bareId(id)).filter((id) => selected.has(id))),
    [rows, selected],
  );
  return (
    <Loaded query={query} lines={10}>
      {() => {
        if (rows.length === 0) return <Empty isFiltered={Object.keys(filter).length > 0} />;
        return (
          <div className={classes.found}>
            <Tools
              {...{ filter, chosen, all, none, setAll }}
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
                ...columnsOf(accountId),
                ...(may('revokeAwards') && !all
                  ? [chooser(rows, chosen, { choose, setSelected })]
                  : []),
              ]}
            />
            <More query={query} shown={rows.length} />
          </div>
        );
      }}
    </Loaded>
  );
}

type ToolsProps = {
  filter: Filter;
  chosen: ReadonlySet<string>;
  all: Selection | undefined;
  none: () => void;
  setAll: (selection: Selection) => void;
  shown: string;
};

/** What is selected and what can be done with it, else how many there are. */
function Tools({ filter, chosen, all, none, setAll, shown }: ToolsProps) {
  const { may } = useHere();
  const selection =
    all ?? (chosen.size > 0 ? { count: chosen.size, which: { awardIds: [...chosen] } } : undefined);
  return (
    <div className={classes.tools} data-selected={selection ? '' : undefined}>
      {selection ? (
        <Selected selection={selection} clear={none} />
      ) : (
        <span className="fine">{shown}</span>
      )}
      {may('revokeAwards') && !all && <AllMatching filter={filter} choose={setAll} />}
    </div>
  );
}

function columnsOf(accountId: string): Column<Item>[] {
  return [
    {
      title: t('credentials.recipient'),
      show: ({ id, recipient, badge }) => (
        <Thing picture={badge.image}>
          <Link
            to="/$accountId/credentials/$credentialId"
            params={{ accountId, credentialId: bareId(id) }}
          >
            {recipient.name}
          </Link>
          <br />
          <span className="fine">{recipient.email}</span>
        </Thing>
      ),
    },
    { title: t('issue.badge'), isMinor: true, show: ({ badge }) => badge.name },
    {
      title: t('credentials.state'),
      isBelow: true,
      show: ({ state }) => <CredentialState state={state} />,
    },
    { title: t('issue.issuedOn'), isMinor: true, show: ({ issuedOn }) => givenDay(issuedOn) },
  ];
}

/** So many one request may name. */
const most = 10_000;

type Choosing = {
  choose: (id: string, isChosen: boolean) => void;
  setSelected: (ids: ReadonlySet<string>) => void;
};

function chooser(
  rows: readonly Item[],
  selected: ReadonlySet<string>,
  { choose, setSelected }: Choosing,
): Column<Item> {
  const count = Math.min(rows.length, most);
  const areAll = selected.size >= count;
  return {
    title: t('select'),
    isNumber: true,
    head: (
      <Checkbox
        aria-label={t('select.loaded', { count })}
        checked={areAll}
        indeterminate={selected.size > 0 && !areAll}
        onChange={() =>
          setSelected(new Set(areAll ? [] : rows.slice(0, most).map(({ id }) => bareId(id))))
        }
      />
    ),
    show: ({ id, recipient }) => (
      <Checkbox
        aria-label={t('select.one', { name: recipient.name })}
        checked={selected.has(bareId(id))}
        disabled={selected.size >= most && !selected.has(bareId(id))}
        onChange={({ currentTarget }) => choose(bareId(id), currentTarget.checked)}
      />
    ),
  };
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
