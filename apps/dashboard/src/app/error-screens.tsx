import { pagePaths } from '@insignia/contract/paths';
import { InsigniaError } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { ownSignInAddress, signInAddress } from '../shared/connection.ts';
import { ProblemNotice } from '../shared/notice.tsx';
import { describeProblem, getRequestId, isNotFound } from '../shared/problem.ts';
import { EmptyState } from '../shared/query-content.tsx';
import { Screen } from '../shared/screen.tsx';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import classes from './loading-page.module.css';

/** Error boundary of a screen. The shell stays usable. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const again = () => {
    // A cached response that can't be rendered would fail again.
    queries.removeQueries({ type: 'inactive' });
    reset();
    void router.invalidate();
  };
  return (
    <Screen title={t('failed.title')} narrow>
      <ProblemNotice problem={error} />
      <div className="actions">
        <Button onClick={again}>{t('retry')}</Button>
      </div>
    </Screen>
  );
}

export function ScreenNotFound() {
  return (
    <Screen title={t('missing.title')} narrow>
      <EmptyState title={t('missing.empty')} action={<Link to="/">{t('missing.home')}</Link>}>
        {t('missing.words')}
      </EmptyState>
    </Screen>
  );
}

/** Shown when the user was removed from the account, or the account was deleted. */
export function AccountNotFound({ id }: { id?: string | undefined }) {
  return (
    <ErrorPage title={t('account.absent.title')} id={id}>
      <p>{t('account.absent.words')}</p>
      <Button component="a" href={pagePaths.dashboard}>
        {t('account.absent.own')}
      </Button>
    </ErrorPage>
  );
}

/** Shown when the account in the URL can't be opened. */
export function AccountError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isForeign = isNotFound(error) || (error instanceof InsigniaError && error.status === 400);
  const id = getRequestId(error);
  if (error instanceof InsigniaError && error.code === 'second_factor_required')
    return <SecondFactorRequired id={id} />;
  if (error instanceof InsigniaError && error.code === 'sso_required')
    return (
      <ErrorPage title={t('sso.required.title')} id={id}>
        <p>{t('sso.required.words')}</p>
        <Button component="a" href={signInAddress()}>
          {t('secondFactor.signIn')}
        </Button>
      </ErrorPage>
    );
  if (error instanceof InsigniaError && error.code === 'own_sign_in_required')
    return (
      <ErrorPage title={t('sso.own.title')} id={id}>
        <p>{t('sso.own.words')}</p>
        <Button component="a" href={ownSignInAddress()}>
          {t('secondFactor.signIn')}
        </Button>
        <Button component="a" variant="default" href={pagePaths.dashboard}>
          {t('sso.own.home')}
        </Button>
      </ErrorPage>
    );
  if (isForeign) return <AccountNotFound id={id} />;
  return (
    <ErrorPage title={t('failed.title')} id={id}>
      <p>{describeProblem(error)}</p>
      <Button onClick={() => void router.invalidate()}>{t('retry')}</Button>
    </ErrorPage>
  );
}

/** Shown when the account requires a second factor that this session lacks. */
function SecondFactorRequired({ id }: { id: string | undefined }) {
  return (
    <ErrorPage title={t('secondFactor.title')} id={id}>
      <p>{t('secondFactor.words')}</p>
      <Button component="a" href={pagePaths.security}>
        {t('secondFactor.setUp')}
      </Button>
      <Button component="a" variant="default" href={signInAddress()}>
        {t('secondFactor.signIn')}
      </Button>
    </ErrorPage>
  );
}

type Props = { title: string; id: string | undefined; children: ReactNode };

/** A page without the shell. */
function ErrorPage({ title, id, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Insignia`;
    // The element that had the focus is gone with the shell.
    heading.current?.focus();
  }, [title]);
  return (
    <div className={classes.page}>
      <main className={classes.words}>
        <span className={classes.seal}>
          <Seal size={48} />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
        {id && <p className="fine">{t('problem.request', { id })}</p>}
      </main>
    </div>
  );
}
