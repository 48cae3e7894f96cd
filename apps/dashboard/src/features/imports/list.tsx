import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatMoment, formatNumber } from '../../shared/format.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { NameWithPicture } from '../../shared/name-with-picture.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import classes from './imports.module.css';
import { ImportStatusLabel } from './labels.tsx';
import { ListFormatHint, UnfinishedImports } from './list-hints.tsx';
import { type ImportItem, importsQuery } from './queries.ts';

export function Imports() {
  const here = useAccount();
  const { accountId } = here;
  const query = useInfiniteQuery(importsQuery(here));
  const { data: badges } = useQuery(badgesQuery(here));
  const make = here.may('createImport') && (
    <>
      <ButtonLink to="/$accountId/imports/move-in" params={{ accountId }} variant="default">
        {t('imports.moveIn')}
      </ButtonLink>
      <ButtonLink
        to="/$accountId/imports/new"
        params={{ accountId }}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('imports.new')}
      </ButtonLink>
    </>
  );
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isEmpty = rows.length === 0;
  const getBadge = (badgeId: string): BadgeSummary => {
    const { name, image } = badges?.find(({ id }) => id === badgeId) ?? {};
    return { name: name ?? (badges ? t('imports.badge.gone') : ''), image };
  };
  return (
    <Screen
      title={t('nav.imports')}
      lead={t('imports.lead')}
      actions={query.data && !isEmpty ? make : null}
    >
      <QueryContent query={query}>
        {() =>
          isEmpty ? (
            <EmptyState title={t('imports.none.title')} action={make}>
              {t('imports.none.words')}
            </EmptyState>
          ) : (
            <>
              <Table
                label={t('nav.imports')}
                rows={rows}
                getKey={({ importId }) => importId}
                columns={createImportColumns(accountId, getBadge)}
              />
              <LoadMore query={query} shown={rows.length} />
            </>
          )
        }
      </QueryContent>
      {query.data && here.may('createImport') && (
        <UnfinishedImports>
          <ListFormatHint />
        </UnfinishedImports>
      )}
      <CurlExample operation="listImports" />
    </Screen>
  );
}

type BadgeSummary = { name: string; image: string | undefined };

const createImportColumns = (
  accountId: string,
  badgeOf: (badgeId: string) => BadgeSummary,
): Column<ImportItem>[] => [
  {
    title: t('imports.badge'),
    show: ({ importId, badgeId, createdAt, dryRun }) => {
      const { name, image } = badgeOf(badgeId);
      return (
        <NameWithPicture picture={image}>
          <Link to="/$accountId/imports/$importId" params={{ accountId, importId }}>
            {name || importId}
          </Link>
          <br />
          <span className="fine">
            {formatMoment(createdAt)}
            {dryRun && `, ${t('imports.dryRun')}`}
          </span>
        </NameWithPicture>
      );
    },
  },
  {
    title: t('state'),
    isBelow: true,
    show: (one) => (
      <span className={classes.state}>
        <ImportStatusLabel {...one} />
        {one.failed > 0 && (
          <span className="state" data-tone="bad" data-instead>
            {t('imports.failed.count', { count: one.failed })}
          </span>
        )}
      </span>
    ),
  },
  { title: t('imports.rows'), isNumber: true, show: ({ total }) => formatNumber(total) },
  {
    title: t('imports.issued'),
    isNumber: true,
    isMinor: true,
    show: ({ issued, corrected, action }) =>
      action === 'correct'
        ? t('imports.corrected.count', { count: corrected })
        : formatNumber(issued),
  },
  {
    title: t('imports.failed'),
    isNumber: true,
    isMinor: true,
    show: ({ failed }) => (
      <span className={classes.count} data-tone={failed > 0 ? 'bad' : undefined}>
        {formatNumber(failed)}
      </span>
    ),
  },
  {
    title: t('imports.skipped'),
    isNumber: true,
    isMinor: true,
    show: ({ skipped }) => formatNumber(skipped),
  },
];
