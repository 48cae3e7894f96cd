import { pagePaths } from '@insignia/contract/paths';
import { InsigniaError } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { describeProblem, getRequestId, isNotFound } from '../shared/problem.ts';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import classes from './loading-page.module.css';

/** Shown when the user was removed from the account, or the account was deleted. */
export function AccountNotFound({ id }: { id?: string | undefined }) {
  return (
    <Alone title={t('account.absent.title')} id={id}>
      <p>{t('account.absent.words')}</p>
      <Button component="a" href={pagePaths.dashboard}>
        {t('account.absent.own')}
      </Button>
    </Alone>
  );
}

/** The account in the URL can't be opened: not a member, or another error. */
export function AccountError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isForeign = isNotFound(error) || (error instanceof InsigniaError && error.status === 400);
  const id = getRequestId(error);
  if (isForeign) return <AccountNotFound id={id} />;
  return (
    <Alone title={t('failed.title')} id={id}>
      <p>{describeProblem(error)}</p>
      <Button onClick={() => void router.invalidate()}>{t('retry')}</Button>
    </Alone>
  );
}

type Props = { title: string; id: string | undefined; children: ReactNode };

/** Replaces the shell. */
function Alone({ title, id, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Insignia`;
    // The focused element disappeared with the shell.
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
