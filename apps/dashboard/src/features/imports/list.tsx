import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { saveAs } from '../../shared/downloads.ts';
import { formatMoment, formatNumber, formatRelativeTime, today } from '../../shared/format.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { NameWithPicture } from '../../shared/name-with-picture.tsx';
import { Hint } from '../../shared/notice.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { ImportStatusLabel } from './import-status.tsx';
import classes from './imports.module.css';
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

/** Unfinished drafts in this browser. Children wait, so that nothing moves. */
function UnfinishedImports({ children }: { children: ReactNode }) {
  const { accountId } = useAccount();
  const { data: drafts, isPending } = useQuery({
    queryKey: [accountId, 'drafts'],
    // Empty if the browser has no storage.
    queryFn: async () => {
      const { openDrafts } = await import('./work/drafts.ts');
      return openDrafts()
        .then(({ list }) => list(accountId))
        .catch(() => []);
    },
    // The wizard changes drafts without the API.
    gcTime: 0,
  });
  if (isPending) return null;
  if (!drafts?.length) return children;
  return (
    <>
      <Hint title={t('file.saved.title')}>
        {drafts.map(({ id, name, savedAt }) => (
          <Link
            key={id}
            to="/$accountId/imports/new"
            params={{ accountId }}
            search={{ draft: id, step: 'match' }}
          >
            {t('file.saved', { name, ago: formatRelativeTime(savedAt) })}
          </Link>
        ))}
      </Hint>
      {children}
    </>
  );
}

/** Matches what the wizard detects without help. */
const example = (): Blob =>
  new Blob(
    [
      'name,email,issuedOn\n',
      `Ada Lovelace,ada@example.org,${today()}\n`,
      `Alan Turing,alan@example.org,${today()}\n`,
    ],
    { type: 'text/csv' },
  );

/** Explains what a list must contain. */
function ListFormatHint() {
  return (
    <Hint
      title={t('imports.about')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveAs(example(), 'recipients.csv')}
        >
          {t('imports.about.example')}
        </Button>
      }
    >
      <p>{t('imports.about.words')}</p>
    </Hint>
  );
}
