import { InsigniaError } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../messages/en/account.ts';
import { ownSignInAddress, signInAddress } from '../../shared/connection.ts';
import { Notice } from '../../shared/notice.tsx';
import { describeProblem, isOwnSignInRequired } from '../../shared/problem.ts';
import { secondFactorQuery, sessionsQuery } from './queries.ts';

const freshMs = 5 * 60_000;

/** Predicts whether the server accepts the sign-in as recent. The server decides. */
export function useIsRecentSignIn(): boolean {
  const { data } = useQuery(sessionsQuery);
  const since = data?.find(({ current }) => current)?.createdAt;
  return since === undefined || Date.now() - Date.parse(since) < freshMs;
}

export function isFreshSignInRequired(problem: unknown): boolean {
  return problem instanceof InsigniaError && problem.code === 'fresh_sign_in_required';
}

/** The refusal of sessions that single sign-on alone opened. Undefined for others. */
export function useOwnSignInProblem(): unknown {
  const { error } = useQuery(secondFactorQuery);
  return isOwnSignInRequired(error) ? error : undefined;
}

type SignInProps = { words?: string; ownProblem?: unknown };

/** `ownProblem`: single sign-on isn't enough. */
export function SignInAgain({ words = t('account.fresh.words'), ownProblem }: SignInProps) {
  return (
    <>
      <Notice tone="warn">{ownProblem ? describeProblem(ownProblem) : words}</Notice>
      <div className="actions">
        <Button component="a" href={ownProblem ? ownSignInAddress() : signInAddress()}>
          {t('account.fresh.signIn')}
        </Button>
      </div>
    </>
  );
}
