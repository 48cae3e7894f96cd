import type { MigrationMode, MigrationSource } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { Button, Checkbox, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { moveIn, t } from '../../messages/en/move-in.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { saveResponse } from '../../shared/downloads.ts';
import { describeFieldError } from '../../shared/field-errors.ts';
import { formatDay, formatNumber } from '../../shared/format.ts';
import { Notice, ProblemNotice } from '../../shared/notice.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { formatParts } from '../../shared/t.ts';
import { Table } from '../../shared/table.tsx';
import { useAction, useSendOnce } from '../../shared/use-action.ts';
import { Controls } from './controls.tsx';
import { getErrorFieldLabel } from './field-labels.ts';
import classes from './imports.module.css';
import { RowsReport } from './rows-report.tsx';

/** The file of a check, to issue its credentials. */
export type ChosenFile = {
  file: File;
  source: MigrationSource;
  mode: MigrationMode;
  issuerId: string;
  checkedAs: string;
};
type Report = Awaited<ReturnType<Client['migrations']['get']>>;

/** Sources whose files are the badges themselves. */
export const isBadgeSource = (source: MigrationSource): boolean =>
  source === 'openbadges2' || source === 'openbadges3';

const pollEveryMs = 1_000;
const isUnfinished = ({ status }: Pick<Report, 'status'>): boolean =>
  ['queued', 'running', 'paused'].includes(status);
const isRunning = (report: Pick<Report, 'status'>): boolean =>
  isUnfinished(report) || report.status === 'undoing';

export const migrationsQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'migrations'],
    queryFn: async ({ signal }) => (await api.migrations.list({}, { signal })).items,
  });

const migrationQuery = ({ accountId, api }: AccountContextValue, migrationId: string) =>
  queryOptions({
    queryKey: [accountId, 'migration', migrationId],
    queryFn: ({ signal }) => api.migrations.get({ migrationId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isRunning(data) ? false : pollEveryMs),
  });

type Props = { migrationId: string; chosen: ChosenFile | undefined };

export function MigrationReport({ migrationId, chosen }: Props) {
  const query = useQuery(migrationQuery(useAccount(), migrationId));
  const own = chosen?.checkedAs === migrationId ? chosen : undefined;
  return (
    <QueryContent query={query}>
      {(report) => (
        <>
          <About report={report} chosen={own} />
          {report.badges.length > 0 && <Badges report={report} />}
          {report.errors.length > 0 && <FailedRows report={report} />}
          {report.errors.length === 0 && report.failed > 0 && !isRunning(report) && (
            <p className="fine">{t('moveIn.errors.gone')}</p>
          )}
          {report.kept.length > 0 && <Kept report={report} />}
        </>
      )}
    </QueryContent>
  );
}

function About({ report, chosen }: { report: Report; chosen: ChosenFile | undefined }) {
  const { source, mode, status, dryRun, total, created, existing, skipped, failed, removed } =
    report;
  const isUndo = status === 'undoing' || status === 'undone';
  const [done, all] = isUndo
    ? [removed + report.kept.length, created]
    : [created + existing + skipped + failed, total];
  const figures = [
    [t(`moveIn.${dryRun ? 'would' : 'created'}.${mode}`), created],
    [t('moveIn.existing'), existing],
    [t('moveIn.skipped'), skipped],
    [t('moveIn.failed'), failed],
    ...(isUndo ? [[t('moveIn.removed'), removed] as const] : []),
  ] as const;
  return (
    <section className="sheet stack">
      <header className={classes.head}>
        <h2>{t('moveIn.result.title', { source: t(`moveIn.source.${source}`) })}</h2>
        <span className="state" data-tone={tones[status]}>
          {t(`moveIn.state.${status}`)}
        </span>
      </header>
      {isRunning(report) && (
        <Progress
          value={all > 0 ? (100 * done) / all : 0}
          size="lg"
          aria-label={t('moveIn.progress')}
        />
      )}
      {dryRun && status === 'completed' && <p>{t('moveIn.result.dry')}</p>}
      {status === 'failed' && <Notice tone="bad">{t('moveIn.state.failed.words')}</Notice>}
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {dryRun && status === 'completed' && created > 0 && (
        <IssueChecked report={report} chosen={chosen} />
      )}
      {isUnfinished(report) && <MigrationControls report={report} />}
      {report.undoUntil && created > 0 && <UndoButton report={report} until={report.undoUntil} />}
      {report.hasRedirects && <RedirectsButton migrationId={report.migrationId} />}
    </section>
  );
}

const tones: Partial<Record<Report['status'], string>> = { paused: 'warn', failed: 'bad' };

function MigrationControls({ report }: { report: Report }) {
  const here = useAccount();
  const { migrationId, mode, dryRun, status, total, created, existing, skipped, failed } = report;
  if (!here.may('pauseMigration')) return null;
  const left = total - created - existing - skipped - failed;
  return (
    <div className="actions">
      <Controls
        isPaused={status === 'paused'}
        queryKey={migrationQuery(here, migrationId).queryKey}
        request={(command) => here.api.migrations[command]({ migrationId })}
        cancel={{
          title: t('moveIn.cancel.title'),
          action: t('moveIn.cancel.action'),
          keep: t('moveIn.cancel.keep'),
          words: dryRun
            ? t('moveIn.cancel.dry', { left })
            : t(`moveIn.cancel.${mode}`, { created, left }),
        }}
      />
    </div>
  );
}

type CheckedProps = { report: Report; chosen: ChosenFile | undefined };

/** New credentials are another issuer's, so somebody chooses whose badges it issues again. */
function IssueChecked({ report, chosen }: CheckedProps) {
  const { may } = useAccount();
  const [signers, setSigners] = useState<string[]>([]);
  const isChoice = report.mode === 'reissue' && isBadgeSource(report.source);
  const count = report.signers
    .filter(({ signer }) => signers.includes(signer))
    .reduce((sum, { badges }) => sum + badges, 0);
  if (!may('createMigration')) return null;
  if (!chosen) return <p className="fine">{t('moveIn.start.lost')}</p>;
  return (
    <>
      {isChoice && <ChooseSigners report={report} signers={signers} choose={setSigners} />}
      <IssueButton
        {...{ report, chosen }}
        signers={isChoice ? signers : undefined}
        count={isChoice ? count : report.created}
      />
    </>
  );
}

type SignersProps = { report: Report; signers: string[]; choose: (signers: string[]) => void };

function ChooseSigners({ report, signers, choose }: SignersProps) {
  return (
    <Checkbox.Group
      label={t('moveIn.signers')}
      description={t('moveIn.signers.words')}
      value={signers}
      onChange={choose}
    >
      <div className={classes.signers}>
        {report.signers.map(({ signer, host, badges: count }) => (
          <Checkbox
            key={signer}
            value={signer}
            label={<bdi>{signer}</bdi>}
            description={
              host === null
                ? t('moveIn.signers.key', { count })
                : t('moveIn.signers.host', { count, host })
            }
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type IssueProps = {
  report: Report;
  chosen: ChosenFile;
  signers: string[] | undefined;
  count: number;
};

function IssueButton({ report, chosen, signers, count }: IssueProps) {
  const { accountId, api } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const sendOnce = useSendOnce();
  const { act, isBusy, problem } = useAction(async () => {
    const { file, source, mode, issuerId } = chosen;
    const list = signers?.join(' ');
    const query = { source, mode, issuerId, ...(list && { signers: list }) };
    const { migrationId } = await sendOnce(query, (options) =>
      api.migrations.create({ ...query, file }, options),
    );
    for (const kind of ['migrations', 'badges', 'credentials', 'account'])
      void queries.invalidateQueries({ queryKey: [accountId, kind] });
    await navigate({
      to: '/$accountId/imports/move-in',
      params: { accountId },
      search: { migration: migrationId },
    });
  });
  return (
    <>
      <ProblemNotice problem={problem} />
      <div className="actions">
        <Button loading={isBusy} disabled={count === 0} onClick={() => void act()}>
          {t(`moveIn.start.${report.mode}`, { count })}
        </Button>
      </div>
    </>
  );
}

function UndoButton({ report, until }: { report: Report; until: string }) {
  const here = useAccount();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { migrationId, mode, created: count } = report;
  if (!here.may('undoMigration')) return null;
  return (
    <div className="actions">
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('moveIn.undo')}
      </Button>
      <span className="fine">{t('moveIn.undo.until', { day: formatDay(until) })}</span>
      <ConfirmDialog
        opened={isOpen}
        close={() => setOpen(false)}
        title={t('moveIn.undo.title')}
        action={t(`moveIn.undo.action.${mode}`, { count })}
        act={async () => {
          const undone = await here.api.migrations.undo({ migrationId });
          queries.setQueryData(migrationQuery(here, migrationId).queryKey, undone);
          for (const kind of ['migrations', 'badges', 'credentials'])
            void queries.invalidateQueries({ queryKey: [here.accountId, kind] });
        }}
      >
        <p>{t(`moveIn.undo.words.${mode}`, { count })}</p>
      </ConfirmDialog>
    </div>
  );
}

function RedirectsButton({ migrationId }: { migrationId: string }) {
  const { accountId, api } = useAccount();
  const { act, isBusy, problem } = useAction(async () =>
    saveResponse(
      await api.migrations.redirectsCsv({ migrationId }),
      `redirects-${migrationId}.csv`,
    ),
  );
  const screen = (
    <Link key="screen" to="/$accountId/imports/redirects" params={{ accountId }}>
      {t('moveIn.redirects.screen')}
    </Link>
  );
  return (
    <>
      <ProblemNotice problem={problem} />
      <div className="actions">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => void act()}
        >
          {t('moveIn.redirects.download')}
        </Button>
        <span className="fine">
          {formatParts<ReactNode>(moveIn['moveIn.redirects.how'], { screen })}
        </span>
      </div>
    </>
  );
}

function Badges({ report }: { report: Report }) {
  const { accountId } = useAccount();
  return (
    <section className="stack">
      <h2>{t('moveIn.badges')}</h2>
      <Table
        label={t('moveIn.badges')}
        rows={report.badges.map((badge, at) => ({ ...badge, at }))}
        getKey={({ at }) => String(at)}
        columns={[
          {
            title: t('moveIn.badge'),
            show: ({ badgeId, name }) =>
              badgeId ? (
                <Link
                  to="/$accountId/badges/$badgeId"
                  params={{ accountId, badgeId: idFromUrl(badgeId) }}
                >
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              ),
          },
          {
            title: t('moveIn.badge.rows'),
            isNumber: true,
            show: ({ rows }) => formatNumber(rows),
          },
          { title: t('moveIn.badge.state'), show: (badge) => describeBadge(badge, report) },
        ]}
      />
    </section>
  );
}

function describeBadge(
  { badgeId, isNew, hasPicture }: Report['badges'][number],
  { mode, dryRun: isDryRun }: Report,
): string {
  if (mode === 'hold') return t('moveIn.badge.other');
  if (!isNew) return t(badgeId === null ? 'moveIn.badge.none' : 'moveIn.badge.known');
  return isDryRun || hasPicture ? t('moveIn.badge.new') : t('moveIn.badge.plain');
}

function FailedRows({ report }: { report: Report }) {
  const { migrationId, errors, failed } = report;
  const { api } = useAccount();
  return (
    <RowsReport
      title={t('moveIn.errors')}
      explanation={t('moveIn.errors.words')}
      download={{
        label: t('moveIn.errors.download'),
        load: () => api.migrations.errorsCsv({ migrationId }),
        fileName: `failed-rows-${migrationId}.csv`,
      }}
      more={failed > errors.length ? t('moveIn.errors.first', { count: errors.length }) : undefined}
      rows={errors.map((error, at) => ({ ...error, at }))}
      getKey={({ at }) => String(at)}
      columns={[
        { title: t('moveIn.row'), show: ({ row }) => formatNumber(row) },
        {
          title: t('moveIn.error'),
          isBelow: true,
          show: ({ field, message, reason }) =>
            reason === null ? describeRowError(field, message) : t(`moveIn.reason.${reason}`),
        },
      ]}
    />
  );
}

/** Errors of the whole row name no column. */
function describeRowError(field: string, message: string): string {
  const error = describeFieldError(message);
  if (field === '') return error;
  const label = field === 'badge' ? t('moveIn.badge') : getErrorFieldLabel(field);
  return t('moveIn.error.of', { field: label, error });
}

function Kept({ report }: { report: Report }) {
  const { accountId } = useAccount();
  return (
    <section className="stack">
      <h2>{t('moveIn.kept')}</h2>
      <p className="fine">{t('moveIn.kept.words')}</p>
      <Table
        label={t('moveIn.kept')}
        rows={report.kept}
        getKey={({ awardId }) => awardId}
        columns={[
          {
            title: t('moveIn.kept.credential'),
            show: ({ awardId }) => (
              <Link
                to="/$accountId/credentials/$credentialId"
                params={{ accountId, credentialId: idFromUrl(awardId) }}
              >
                {idFromUrl(awardId)}
              </Link>
            ),
          },
          { title: t('moveIn.kept.reason'), show: ({ reason }) => t(`moveIn.kept.${reason}`) },
        ]}
      />
    </section>
  );
}
