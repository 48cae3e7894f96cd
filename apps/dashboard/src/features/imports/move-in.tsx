import {
  importLimits,
  type MigrationMode,
  type MigrationSource,
  migrationLimits,
  migrationModes,
  migrationSources,
} from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { Button, Select } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { t } from '../../messages/en/move-in.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { describeFieldError } from '../../shared/field-errors.ts';
import { formatMoment } from '../../shared/format.ts';
import { Hint, Notice, ProblemNotice } from '../../shared/notice.tsx';
import { type Issuer, issuersQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { useAction, useSendOnce } from '../../shared/use-action.ts';
import { AllImportsLink } from './import-status.tsx';
import {
  type ChosenFile,
  isBadgeSource,
  MigrationReport,
  migrationsQuery,
} from './migration-report.tsx';
import wizard from './wizard/wizard.module.css';

const route = getRouteApi('/$accountId/imports/move-in');

/** Two steps: check an export, then issue its credentials. The URL names the migration. */
export function MoveIn() {
  const here = useAccount();
  const { migration } = route.useSearch();
  const issuers = useQuery(issuersQuery(here));
  // The browser forgets a file when the page is reloaded.
  const [chosen, setChosen] = useState<ChosenFile>();
  return (
    <Screen title={t('moveIn.title')} lead={t('moveIn.lead')} above={<AllImportsLink />}>
      <div className="stack">
        {migration === undefined ? (
          <QueryContent query={issuers}>
            {(all) => <ChooseExport issuers={all} setChosen={setChosen} />}
          </QueryContent>
        ) : (
          <MigrationReport key={migration} migrationId={migration} chosen={chosen} />
        )}
        {migration === undefined && <EarlierMigrations />}
        {here.may('exportRedirects') && <RedirectsHint />}
        <CurlExample
          operation={migration === undefined ? 'listMigrations' : 'getMigration'}
          {...(migration !== undefined && { args: { migrationId: migration } })}
        />
        {migration !== undefined && (
          <Link to="/$accountId/imports/move-in" params={{ accountId: here.accountId }} search={{}}>
            {t('moveIn.again')}
          </Link>
        )}
      </div>
    </Screen>
  );
}

type Props = { issuers: readonly Issuer[]; setChosen: (chosen: ChosenFile) => void };

function ChooseExport({ issuers, setChosen }: Props) {
  const { accountId, api } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const id = useId();
  const verified = issuers.filter(({ verified: isVerified }) => isVerified);
  const [source, setSource] = useState<MigrationSource>('badgr');
  const [mode, setMode] = useState<MigrationMode>('reissue');
  const [issuer, setIssuer] = useState(idFromUrl(verified[0]?.id ?? ''));
  const [file, setFile] = useState<File>();
  const [isMissing, setMissing] = useState(false);
  const isBadges = isBadgeSource(source);
  const sendOnce = useSendOnce();
  const { act, isBusy, problem, clear } = useAction(async () => {
    if (!file) return setMissing(true);
    const issuerId = issuer;
    const query = { source, mode, issuerId, dryRun: true } as const;
    const { name, size, lastModified } = file;
    const { migrationId } = await sendOnce({ query, name, size, lastModified }, (options) =>
      api.migrations.create({ ...query, file }, options),
    );
    setChosen({ file, source, mode, issuerId, checkedAs: migrationId });
    await queries.invalidateQueries({ queryKey: [accountId, 'migrations'] });
    await navigate({
      to: '/$accountId/imports/move-in',
      params: { accountId },
      search: { migration: migrationId },
    });
  });
  if (verified.length === 0)
    return (
      <EmptyState
        title={t('moveIn.issuer.none.title')}
        action={
          <ButtonLink to="/$accountId/issuers" params={{ accountId }}>
            {t('moveIn.issuers')}
          </ButtonLink>
        }
      >
        {t('moveIn.issuer.none.words')}
      </EmptyState>
    );
  const error = isMissing ? t('moveIn.file.missing') : describeFileError(problem);
  return (
    <section className="sheet stack" aria-label={t('moveIn.file.title')}>
      <h2>{t('moveIn.file.title')}</h2>
      <Select
        label={t('moveIn.source')}
        description={t(`moveIn.source.hint.${source}`)}
        data={migrationSources.map((value) => ({ value, label: t(`moveIn.source.${value}`) }))}
        value={source}
        allowDeselect={false}
        onChange={(value) => value && setSource(value as MigrationSource)}
      />
      <Select
        label={t('moveIn.mode')}
        description={t(`moveIn.mode.hint.${mode}`)}
        data={migrationModes.map((value) => ({ value, label: t(`moveIn.mode.${value}`) }))}
        value={mode}
        allowDeselect={false}
        onChange={(value) => value && setMode(value as MigrationMode)}
      />
      <Select
        label={t('moveIn.issuer')}
        description={t(`moveIn.issuer.hint.${mode}`)}
        data={verified.map((each) => ({ value: idFromUrl(each.id), label: each.name }))}
        value={issuer}
        allowDeselect={false}
        searchable
        onChange={(value) => value && setIssuer(value)}
      />
      <div className={wizard.drop}>
        <IconTableImport size={36} stroke={1.3} aria-hidden />
        <label htmlFor={id}>
          {file?.name ?? t(isBadges ? 'moveIn.file.choose.badges' : 'moveIn.file.choose')}
        </label>
        <p id={`${id}-hint`} className="fine">
          {isBadges
            ? t('moveIn.file.hint.badges', {
                rows: importLimits.rows,
                files: migrationLimits.files,
              })
            : t(mode === 'hold' ? 'moveIn.file.hint.links' : 'moveIn.file.hint', {
                rows: importLimits.rows,
              })}
        </p>
        <input
          id={id}
          type="file"
          aria-label={t('moveIn.file')}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          accept={isBadges ? '.zip,.csv,.txt,.png,.svg,.json,.jwt' : '.csv,text/csv'}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0]);
            setMissing(false);
            clear();
            // Allows choosing the corrected file again.
            currentTarget.value = '';
          }}
        />
      </div>
      {error ? <Notice tone="bad">{error}</Notice> : <ProblemNotice problem={problem} />}
      <div className="actions">
        <Button loading={isBusy} onClick={() => void act()}>
          {t('moveIn.check')}
        </Button>
      </div>
    </section>
  );
}

/** Only the file can be wrong: the other fields are chosen from lists. */
function describeFileError(problem: unknown): string | undefined {
  const [first] = problem instanceof InsigniaError ? problem.details : [];
  return first && describeFieldError(first.message);
}

function RedirectsHint() {
  const { accountId } = useAccount();
  return (
    <Hint
      title={t('moveIn.redirects.title')}
      action={
        <ButtonLink to="/$accountId/imports/redirects" params={{ accountId }} variant="default">
          {t('moveIn.redirects')}
        </ButtonLink>
      }
    >
      <p>{t('moveIn.redirects.words')}</p>
    </Hint>
  );
}

function EarlierMigrations() {
  const here = useAccount();
  const { data } = useQuery(migrationsQuery(here));
  if (!data || data.length === 0) return null;
  return (
    <section className="stack" aria-label={t('moveIn.list')}>
      <h2>{t('moveIn.list')}</h2>
      <ul>
        {data.map(({ migrationId, source, createdAt, status, dryRun }) => (
          <li key={migrationId}>
            <Link
              to="/$accountId/imports/move-in"
              params={{ accountId: here.accountId }}
              search={{ migration: migrationId }}
            >
              {t(`moveIn.source.${source}`)}, {formatMoment(createdAt)}
            </Link>{' '}
            <span className="fine">
              {t(`moveIn.state.${status}`)}
              {dryRun && `, ${t('moveIn.list.check')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
