import { importLimits } from '@insignia/contract';
import type { RowCounts } from '@insignia/recipients';
import { Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { useAccount } from '../../../shared/account.ts';
import { CurlExample } from '../../../shared/curl-example.tsx';
import { formatDay, formatNumber } from '../../../shared/format.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { trackJob } from '../../../shared/tracked-jobs.ts';
import { useAction } from '../../../shared/use-action.ts';
import type { ImportOptions } from '../work/drafts.ts';
import { SkippedExportRowsNotice, SkippedRows } from './skipped-rows.tsx';
import { StepBody, type StepProps, useLastOptions } from './steps.tsx';
import classes from './wizard.module.css';

/** Last step: shows the numbers, then issues the credentials. */
export function IssueRows(props: StepProps & { done: (importId: string) => void }) {
  const { session, view, show, go, fail, done } = props;
  const { accountId, account, api } = useAccount();
  const queries = useQueryClient();
  const last = useLastOptions(props);
  const { badge, isMailed, changeOptions } = last;
  const [isLarge, setLarge] = useState(false);
  const { counts, options } = view;
  useEffect(() => {
    if (!counts) session.ask('check').then(show, fail);
  }, [counts, session, show, fail]);
  // Includes what others have issued meanwhile.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [accountId, 'account'] });
  }, [queries, accountId]);
  const { act, isBusy, problem } = useAction(async () => {
    const file = await session.ask('file');
    if (file.size > importLimits.bytes) return setLarge(true);
    const { badgeId, skips } = options;
    const { importId } = await api.imports.create(
      { badgeId, file, send: isMailed ?? false, onDuplicate: skips ? 'skip' : 'issue' },
      { idempotencyKey: view.key },
    );
    trackJob({ accountId, kind: 'import', id: importId, label: badge?.name ?? view.name });
    for (const kind of ['imports', 'credentials', 'account'])
      void queries.invalidateQueries({ queryKey: [accountId, kind] });
    done(importId);
  });
  if (!counts) return null;
  const { limits, usage, periodEnd } = account;
  const plan = planIssuing(counts, options, limits.credentials, usage.credentials);
  return (
    <StepBody title={t('steps.issue')}>
      <div className="sheet stack">
        <p className={classes.plan}>{t('issue.words', { count: plan.issued })}</p>
        {last.badgeField}
        <Checkbox
          label={t('issue.skip')}
          description={t('issue.skip.words', { count: plan.skipped })}
          checked={options.skips}
          onChange={({ currentTarget }) => changeOptions({ skips: currentTarget.checked })}
        />
        <SkippedRows session={session} view={view} fail={fail} count={plan.skipped} />
        {last.emailField}
        <dl className="facts">
          <dt>{t('issue.rows')}</dt>
          <dd>{formatNumber(counts.rows)}</dd>
          <dt>{t('issue.quota')}</dt>
          <dd>
            {plan.left === null || limits.credentials === null
              ? t('issue.quota.unlimited')
              : t('issue.quota.left', {
                  left: formatNumber(plan.left),
                  max: formatNumber(limits.credentials),
                })}
          </dd>
        </dl>
        <SkippedExportRowsNotice view={view} badge={badge?.name} />
        {counts.rowsWithErrors > 0 && (
          <Notice tone="warn">{t('issue.errors.words', { count: counts.rowsWithErrors })}</Notice>
        )}
        {plan.over > 0 && (
          <Notice tone="warn">
            {t('issue.quota.over', {
              left: plan.left ?? 0,
              over: plan.over,
              day: formatDay(periodEnd),
            })}
          </Notice>
        )}
        {isMailed && account.mailsToFiles && <Notice tone="warn">{t('issue.toFiles')}</Notice>}
        {isMailed && plan.notEmailed > 0 && (
          <Notice tone="warn">{t('issue.notEmailed', { count: plan.notEmailed })}</Notice>
        )}
        {isLarge && (
          <Notice tone="bad">{t('issue.large', { max: importLimits.bytes / 1024 / 1024 })}</Notice>
        )}
        <ProblemNotice problem={problem} />
        <div className={classes.ways}>
          <Button variant="default" onClick={() => go('check')}>
            {t('back')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!badge || counts.rows === 0}
            onClick={() => last.decide(act)}
          >
            {describeIssuing(plan, isMailed)}
          </Button>
        </div>
        <CurlExample
          operation="createImport"
          args={{ badgeId: options.badgeId, send: isMailed ?? false }}
        />
      </div>
    </StepBody>
  );
}

type IssuePlan = {
  /** Remaining quota of the month; null if unlimited. */
  left: number | null;
  issued: number;
  skipped: number;
  /** Rows beyond the quota. */
  over: number;
  /** Rows whose recipients unsubscribed, bounced or complained. */
  notEmailed: number;
};

/** The button's label. Which rows are beyond the quota isn't known, so the emails are “up to”. */
function describeIssuing(
  { issued, over, notEmailed }: IssuePlan,
  isMailed: boolean | undefined,
): string {
  if (!isMailed) return t('issue.only', { count: issued });
  if (notEmailed === 0) return t('issue.andEmail', { count: issued });
  const emailed = Math.min(issued, issued + over - notEmailed);
  return t(over > 0 ? 'issue.andEmailUpTo' : 'issue.andEmailSome', { count: issued, emailed });
}

/** Expected result of the import. */
function planIssuing(
  { rows, rowsWithErrors, repeated, holders, ...counts }: RowCounts,
  { skips }: Pick<ImportOptions, 'skips'>,
  max: number | null,
  used: number,
): IssuePlan {
  const skipped = skips ? repeated + holders : 0;
  const requested = rows - rowsWithErrors - skipped;
  const left = max === null ? null : Math.max(0, max - used);
  const issued = left === null ? requested : Math.min(requested, left);
  const notEmailed = counts.notEmailed + (skips ? 0 : counts.notEmailedAgain);
  return { left, issued, skipped, over: requested - issued, notEmailed };
}
