import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type AccountContextValue, useAccount } from '../shared/account.ts';
import {
  type Download,
  dismissDownload,
  startDownload,
  useDownloads,
} from '../shared/downloads.ts';
import { formatNumber, formatSize } from '../shared/format.ts';
import { ProblemNotice } from '../shared/notice.tsx';
import { describeProblem, isNotFound } from '../shared/problem.ts';
import { t } from '../shared/t.ts';
import {
  dismissJob,
  markJobEnded,
  type TrackedJob,
  useTrackedJobs,
} from '../shared/tracked-jobs.ts';
import classes from './jobs-tray.module.css';

/** `unsuccessful` counts failed and skipped rows or credentials. They are part of `done`. */
type State = {
  isEnded: boolean;
  hasFailed: boolean;
  done: number;
  total: number;
  unsuccessful: number;
};

const pollMs = 1_000;
const afterErrorMs = 5_000;
/** Time to read a result that needs no action. */
const dismissAfterMs = 10_000;
const ended = new Set(['completed', 'failed', 'cancelled']);

async function fetchJobState(
  api: AccountContextValue['api'],
  { kind, id }: TrackedJob,
  signal: AbortSignal,
): Promise<State> {
  if (kind === 'import') {
    const { status, issued, corrected, failed, skipped, total } = await api.imports.get(
      { importId: id },
      { signal },
    );
    const unsuccessful = failed + skipped;
    const hasFailed = status === 'failed' || failed > 0;
    return {
      isEnded: ended.has(status),
      hasFailed,
      done: issued + corrected + unsuccessful,
      unsuccessful,
      total,
    };
  }
  const job = await api.jobs.get({ jobId: id }, { signal });
  const { status, done, skipped, failed, total } = job;
  const unsuccessful = skipped + failed;
  return {
    isEnded: ended.has(status),
    hasFailed: failed > 0,
    done: done + unsuccessful,
    unsuccessful,
    total,
  };
}

/** Removes a finished entry, unless something failed: the user reads and dismisses that. */
function useAutoDismiss(isFinished: boolean, dismiss: (id: string) => void, id: string): void {
  useEffect(() => {
    if (!isFinished) return;
    const timer = setTimeout(() => dismiss(id), dismissAfterMs);
    return () => clearTimeout(timer);
  }, [isFinished, dismiss, id]);
}

/** Shows long-running work started on any screen. */
export function JobsTray() {
  const { accountId } = useAccount();
  const works = useTrackedJobs().filter((work) => work.accountId === accountId);
  const downloads = useDownloads().filter((one) => one.accountId === accountId);
  if (works.length + downloads.length === 0) return null;
  return (
    <section aria-label={t('jobs.title')} className={classes.tray}>
      <h2>{t('jobs.title')}</h2>
      <ul>
        {downloads.map((download) => (
          <DownloadJob key={download.id} download={download} />
        ))}
        {works.map((work) => (
          <Job key={work.id} work={work} />
        ))}
      </ul>
    </section>
  );
}

function Job({ work }: { work: TrackedJob }) {
  const { api, accountId } = useAccount();
  const { data, error } = useQuery({
    queryKey: [accountId, 'work', work.id],
    queryFn: ({ signal }) => fetchJobState(api, work, signal),
    // One failed request says nothing about the job.
    refetchInterval: ({ state }) => {
      if (state.data?.isEnded || isNotFound(state.error)) return false;
      return state.error ? afterErrorMs : pollMs;
    },
  });
  const { done = 0, total = 0, unsuccessful = 0, isEnded = false, hasFailed = false } = data ?? {};
  const queries = useQueryClient();
  useEffect(() => {
    if (!isEnded) return;
    markJobEnded(work.id);
    for (const list of ['credentials', 'recipients'])
      void queries.invalidateQueries({ queryKey: [accountId, list] });
  }, [isEnded, queries, accountId, work.id]);
  useAutoDismiss(isEnded && !hasFailed, dismissJob, work.id);
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) dismissJob(work.id);
  }, [isGone, work.id]);
  const values = { done: formatNumber(done), total: formatNumber(total), unsuccessful };
  return (
    <li className={classes.job}>
      <div className={classes.head}>
        {work.kind === 'import' ? (
          <Link to="/$accountId/imports/$importId" params={{ accountId, importId: work.id }}>
            {work.label}
          </Link>
        ) : (
          <span>{work.label}</span>
        )}
        {(isEnded || error !== null) && (
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('jobs.dismiss', { label: work.label })}
            onClick={() => dismissJob(work.id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {!isEnded && (
        <Progress value={total > 0 ? (100 * done) / total : 0} size="sm" aria-label={work.label} />
      )}
      {error !== null && <ProblemNotice problem={error} />}
      <span className="fine">
        {unsuccessful > 0 ? t('jobs.unsuccessful', values) : t('jobs.progress', values)}
      </span>
    </li>
  );
}

function DownloadJob({ download }: { download: Download }) {
  const { id, label, file, bytes, state, problem, stop } = download;
  const isRunning = state === 'running';
  useAutoDismiss(state === 'saved', dismissDownload, id);
  const again = () => {
    dismissDownload(id);
    startDownload(download);
  };
  return (
    <li className={classes.job}>
      <div className={classes.head}>
        <span>{label}</span>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t(isRunning ? 'jobs.stop' : 'jobs.dismiss', { label })}
          onClick={isRunning ? stop : () => dismissDownload(id)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      {isRunning && <Progress value={100} size="sm" striped animated aria-label={label} />}
      <span className="fine" role="status">
        {isRunning && t('jobs.size', { size: formatSize(bytes) })}
        {state === 'saved' && t('jobs.saved', { size: formatSize(bytes), file })}
        {state === 'failed' && describeProblem(problem)}
      </span>
      {state === 'failed' && (
        <div>
          <Button variant="default" size="compact-sm" onClick={again}>
            {t('retry')}
          </Button>
        </div>
      )}
    </li>
  );
}
