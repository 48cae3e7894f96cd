import { importLimits } from '@insignia/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { useAccount } from '../../../shared/account.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { randomId } from '../../../shared/random-id.ts';
import { trackJob } from '../../../shared/tracked-jobs.ts';
import { useAction } from '../../../shared/use-action.ts';
import type { ImportReport } from '../queries.ts';
import { Corrections, FailedRows } from '../rows-report.tsx';
import { StepBody, type StepProps, useLastOptions } from './steps.tsx';
import classes from './wizard.module.css';

const pollEveryMs = 500;

/** Last step of a list with ids: shows each value before and after, then corrects the credentials. */
export function CorrectRows(props: StepProps & { done: (importId: string) => void }) {
  const { session, view, go, done } = props;
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const last = useLastOptions(props);
  const { badge, isMailed } = last;
  const { options } = view;
  const dryRun = useDryRun(props);
  const { act, isBusy, problem } = useAction(async () => {
    const file = await session.ask('file');
    const { importId } = await api.imports.create(
      { badgeId: options.badgeId, file, send: isMailed ?? false, onId: 'correct' },
      { idempotencyKey: view.key },
    );
    trackJob({ accountId, kind: 'import', id: importId, label: badge?.name ?? view.name });
    for (const kind of ['imports', 'credentials', 'recipients'])
      void queries.invalidateQueries({ queryKey: [accountId, kind] });
    done(importId);
  });
  const count = dryRun.data ? countCorrections(dryRun.data) : 0;
  const { unreachable = 0 } = dryRun.data ?? {};
  return (
    <StepBody title={t('steps.correct')}>
      <div className="sheet stack">
        {dryRun.data && <DryRunSummary one={dryRun.data} />}
        {dryRun.isPending && options.badgeId !== '' && (
          <div role="status" aria-label={t('correct.checking')}>
            <Skeleton height={72} />
          </div>
        )}
        {dryRun.error instanceof TooLargeError ? (
          <Notice tone="bad">{dryRun.error.message}</Notice>
        ) : (
          <ProblemNotice problem={dryRun.error} />
        )}
        {last.badgeField}
        {last.emailField}
        <p className="fine">{t('correct.hint')}</p>
        {isMailed && unreachable > 0 && (
          <Notice tone="warn">{t('issue.notEmailed', { count: unreachable })}</Notice>
        )}
        <ProblemNotice problem={problem} />
        <div className={classes.ways}>
          <Button variant="default" onClick={() => go('check')}>
            {t('back')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!badge || count === 0}
            onClick={() => last.decide(act)}
          >
            {describeCorrecting(count, isMailed ? unreachable : undefined)}
          </Button>
        </div>
      </div>
      {dryRun.data && count > 0 && <Corrections report={dryRun.data} />}
      {dryRun.data && dryRun.data.failed > 0 && <FailedRows report={dryRun.data} />}
    </StepBody>
  );
}

/** The button's label. `unreachable` is undefined if nobody is emailed. */
function describeCorrecting(count: number, unreachable: number | undefined): string {
  if (unreachable === undefined) return t('correct.only', { count });
  if (unreachable === 0) return t('correct.andEmail', { count });
  return t('correct.andEmailSome', { count, emailed: Math.max(0, count - unreachable) });
}

const countCorrections = ({ total, failed, skipped }: ImportReport): number =>
  total - failed - skipped;

function DryRunSummary({ one }: { one: ImportReport }) {
  return (
    <>
      <p className={classes.plan}>{t('correct.words', { count: countCorrections(one) })}</p>
      {one.skipped > 0 && <p>{t('correct.unchanged', { count: one.skipped })}</p>}
      {one.failed > 0 && <Notice tone="warn">{t('correct.failed', { count: one.failed })}</Notice>}
    </>
  );
}

class TooLargeError extends Error {}

/** The service compares each row with its credential and changes nothing. Repeated on each visit. */
function useDryRun({ session, view }: StepProps) {
  const { accountId, api } = useAccount();
  const [visit] = useState(randomId);
  const { badgeId } = view.options;
  return useQuery({
    queryKey: [accountId, 'correction', view.id, visit, badgeId],
    enabled: badgeId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<ImportReport> => {
      const file = await session.ask('file');
      if (file.size > importLimits.bytes)
        throw new TooLargeError(t('issue.large', { max: importLimits.bytes / 1024 / 1024 }));
      const { importId } = await api.imports.create(
        { badgeId, file, dryRun: true, onId: 'correct' },
        { signal },
      );
      for (;;) {
        const one = await api.imports.get({ importId }, { signal });
        if (one.finishedAt !== null) return one;
        await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
      }
    },
  });
}
