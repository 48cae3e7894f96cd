import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { moment, number } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { More } from '../../shared/more.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { Thing } from '../../shared/thing.tsx';
import { AboutLists } from './about-lists.tsx';
import { Begun } from './begun.tsx';
import classes from './imports.module.css';
import { type Import, importsQuery } from './queries.ts';
import { State } from './state.tsx';
import { t } from './t.ts';

export function Imports() {
  const here = useHere();
  const { accountId } = here;
  const query = useInfiniteQuery(importsQuery(here));
  const { data: badges } = useQuery(badgesQuery(here));
  const make = here.may('createImport') && (
    <ButtonLink
      to="/$accountId/imports/new"
      params={{ accountId }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('imports.new')}
    </ButtonLink>
  );
  const rows = query.data?.pages.flatMap(({ imports }) => imports) ?? [];
  const isEmpty = rows.length === 0;
  const badgeOf = (badgeId: string): Shown => {
    const { name, image } = badges?.find(({ id }) => id === badgeId) ?? {};
    return { name: name ?? (badges ? t('imports.badge.gone') : ''), image };
  };
  return (
    <Screen
      title={t('nav.imports')}
      lead={t('imports.lead')}
      actions={query.data && !isEmpty ? make : null}
    >
      <Loaded query={query}>
        {() =>
          isEmpty ? (
            <Nothing title={t('imports.none.title')} action={make}>
              {t('imports.none.words')}
            </Nothing>
          ) : (
            <>
              <Table
                label={t('nav.imports')}
                rows={rows}
                keyOf={({ importId }) => importId}
                columns={columnsOf(accountId, badgeOf)}
              />
              <More query={query} shown={rows.length} />
            </>
          )
        }
      </Loaded>
      {query.data && here.may('createImport') && (
        <Begun>
          <AboutLists />
        </Begun>
      )}
      <AsCurl operation="listImports" />
    </Screen>
  );
}

type Shown = { name: string; image: string | undefined };

const columnsOf = (accountId: string, badgeOf: (badgeId: string) => Shown): Column<Import>[] => [
  {
    title: t('imports.badge'),
    show: ({ importId, badgeId, createdAt, dryRun }) => {
      const { name, image } = badgeOf(badgeId);
      return (
        <Thing picture={image}>
          <Link to="/$accountId/imports/$importId" params={{ accountId, importId }}>
            {name || importId}
          </Link>
          <br />
          <span className="fine">
            {moment(createdAt)}
            {dryRun && `, ${t('imports.dryRun')}`}
          </span>
        </Thing>
      );
    },
  },
  {
    title: t('state'),
    isBelow: true,
    show: (one) => (
      <span className={classes.state}>
        <State {...one} />
        {one.failed > 0 && (
          <span className="state" data-tone="bad" data-instead>
            {t('imports.failed.count', { count: one.failed })}
          </span>
        )}
      </span>
    ),
  },
  { title: t('imports.rows'), isNumber: true, show: ({ total }) => number(total) },
  {
    title: t('imports.issued'),
    isNumber: true,
    isMinor: true,
    show: ({ issued }) => number(issued),
  },
  {
    title: t('imports.failed'),
    isNumber: true,
    isMinor: true,
    show: ({ failed }) => (
      <span className={classes.count} data-tone={failed > 0 ? 'bad' : undefined}>
        {number(failed)}
      </span>
    ),
  },
  {
    title: t('imports.skipped'),
    isNumber: true,
    isMinor: true,
    show: ({ skipped }) => number(skipped),
  },
];
