import { Button } from '@mantine/core';
import { t } from '../../messages/en/sso.ts';
import { ownSignInAddress, signInAddress } from '../../shared/connection.ts';
import { Notice, ProblemNotice } from '../../shared/notice.tsx';
import { isStale } from './queries.ts';

/** An error, with the way out if the sign-in is too old. */
export function FreshProblem({ problem }: { problem: unknown }) {
  if (!isStale(problem)) return <ProblemNotice problem={problem} />;
  return (
    <Notice tone="warn" isAnnounced>
      {t('sso.fresh')}
      <div className="actions">
        <Button component="a" variant="default" size="compact-sm" href={signInAddress()}>
          {t('sso.signIn')}
        </Button>
        <Button component="a" variant="default" size="compact-sm" href={ownSignInAddress()}>
          {t('sso.signIn.own')}
        </Button>
      </div>
    </Notice>
  );
}
