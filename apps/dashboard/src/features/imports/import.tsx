import { Button, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatMoment, formatNumber } from '../../shared/format.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { trackJob } from '../../shared/tracked-jobs.ts';
import { useAction, useSendOnce } from '../../shared/use-action.ts';
import { ImportControls } from './controls.tsx';
import { AllImportsLink, ImportStatusLabel } from './import-status.tsx';
import classes from './imports.module.css';
import { type ImportReport as Import, importQuery } from './queries.ts';
import { Corrections, FailedRows, SkippedRowsReport } from './rows-report.tsx';

const route = getRouteApi('/$accountId/imports/$importId');

export function ImportScreen() {
  const here = useAccount();
  const { importId } = route.useParams();
  const query = useQuery(importQuery(here, importId));
  return (
    <Screen
      title={t('nav.imports')}
      above={<AllImportsLink />}
      actions={query.data && <ImportControls one={query.data} />}
    >
      <QueryContent query={query}>
        {(one) => (
          <>
            <About one={one} />
            {one.corrections.length > 0 && <Corrections report={one} />}
            {one.failed > 0 && <FailedRows report={one} />}
            <SkippedRowsReport report={one} />
            <CurlExample operation="getImport" args={{ importId }} />
          </>
        )}
      </QueryContent>
    </Screen>
  );
}

function About({ one }: { one: Import }) {
  const here = useAccount();
  const { data: badges } = useQuery(badgesQuery(here));
  const { badgeId, total, issued, corrected, failed, skipped, createdAt, finishedAt } = one;
  const { dryRun, action } = one;
  const isCorrection = action === 'correct';
  const badge = badges?.find(({ id }) => id === badgeId);
  // A dry run issues and corrects nothing, but has checked every row.
  const done = dryRun && finishedAt !== null ? total : issued + corrected + failed + skipped;
  return (
    <section className="sheet stack">
      <header className={classes.head}>
        <h2>{badge?.name ?? (badges ? t('imports.badge.gone') : '')}</h2>
        <ImportStatusLabel {...one} />
      </header>
      {finishedAt !== null && !dryRun && (
        <p>
          {isCorrection
            ? t('one.outcome.corrected', { count: corrected })
            : t('one.outcome.issued', { count: issued })}{' '}
          {failed > 0 && t('one.outcome.failed', { count: failed })}
        </p>
      )}
      <div className={classes.progress}>
        <Progress
          value={total > 0 ? (100 * done) / total : 0}
          size="lg"
          aria-label={t('one.progress.label')}
        />
        <p>
          {t('one.progress', { done: formatNumber(done), total: formatNumber(total) })}
          {dryRun && `, ${t('imports.dryRun')}`}
        </p>
      </div>
      <dl className={classes.figures}>
        {([isCorrection ? 'corrected' : 'issued', 'emailed', 'skipped', 'failed'] as const).map(
          (kind) => (
            <div key={kind} data-tone={kind === 'failed' && failed > 0 ? 'bad' : undefined}>
              <dt>{t(`imports.${kind}`)}</dt>
              <dd>{formatNumber(one[kind])}</dd>
            </div>
          ),
        )}
        <div>
          <dt>{t('one.created')}</dt>
          <dd className={classes.moment}>{formatMoment(createdAt)}</dd>
        </div>
        {finishedAt !== null && (
          <div>
            <dt>{t('one.finished')}</dt>
            <dd className={classes.moment}>{formatMoment(finishedAt)}</dd>
          </div>
        )}
      </dl>
      {issued + corrected > 0 && !dryRun && (
        <div className="actions">
          <EmailRecipients one={one} badge={badge?.name} />
          <CredentialLinks one={one} />
        </div>
      )}
    </section>
  );
}

function CredentialLinks({ one: { badgeId, emailBounced } }: { one: Import }) {
  const { accountId } = useAccount();
  const badge = idFromUrl(badgeId);
  return (
    <span className={classes.links}>
      {emailBounced > 0 && (
        <Link
          to="/$accountId/credentials"
          params={{ accountId }}
          search={{ badge, email: 'bounced' }}
        >
          {t('one.emailBounced', { count: emailBounced })}
        </Link>
      )}
      <Link to="/$accountId/credentials" params={{ accountId }} search={{ badge }}>
        {t('one.credentials')}
      </Link>
    </span>
  );
}

const pollEveryMs = 1_000;

/** Emails the recipients of an import who weren't emailed, and shows the progress. */
function EmailRecipients({ one, badge }: { one: Import; badge: string | undefined }) {
  const here = useAccount();
  const { accountId, account, api, may } = here;
  const queries = useQueryClient();
  const { importId, notEmailed, unsubscribed, bounced, emailBounced, finishedAt } = one;
  const count = notEmailed - unsubscribed - bounced;
  const { queryKey } = importQuery(here, importId);
  const sendOnce = useSendOnce();
  const { act, isBusy, problem } = useAction(async () => {
    const { jobId } = await sendOnce({ importId }, (options) =>
      api.credentials.sendMany({ importId }, options),
    );
    trackJob({
      accountId,
      kind: 'job',
      id: jobId,
      label: badge ?? t('emailRecipients', { count }),
    });
    showToast(t('emailRecipients.sending', { count }));
    do {
      await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
      await queries.invalidateQueries({ queryKey });
    } while ((await api.jobs.get({ jobId })).finishedAt === null);
    await queries.invalidateQueries({ queryKey });
  });
  if (notEmailed === 0 || finishedAt === null || !may('sendAwards')) return null;
  return (
    <>
      {count > 0 && (
        <Button
          // Another email to the same address would bounce again.
          variant={emailBounced > 0 || account.mailsToFiles ? 'default' : 'filled'}
          loading={isBusy}
          onClick={() => void act()}
        >
          {t('emailRecipients', { count })}
        </Button>
      )}
      {count > 0 && account.mailsToFiles && <span className="fine">{t('issue.toFiles')}</span>}
      {unsubscribed > 0 && (
        <span className="fine">{t('one.unsubscribed', { count: unsubscribed })}</span>
      )}
      {bounced > 0 && <span className="fine">{t('one.bounced', { count: bounced })}</span>}
      <ProblemNotice problem={problem} />
    </>
  );
}
