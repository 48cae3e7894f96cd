import { InsigniaError } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../messages/en/account.ts';
import { signInAddress } from '../../shared/connection.ts';
import { Notice } from '../../shared/notice.tsx';
import { sessionsQuery } from './queries.ts';

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

/** True for sessions that single sign-on alone opened. */
export function isOwnSignInRequired(problem: unknown): boolean {
  return problem instanceof InsigniaError && problem.code === 'own_sign_in_required';
}

type SignInProps = { words?: string; href?: string };

export function SignInAgain({
  words = t('account.fresh.words'),
  href = signInAddress(),
}: SignInProps) {
  return (
    <>
      <Notice tone="warn">{words}</Notice>
      <div className="actions">
        <Button component="a" href={href}>
          {t('account.fresh.signIn')}
        </Button>
      </div>
    </>
  );
}
