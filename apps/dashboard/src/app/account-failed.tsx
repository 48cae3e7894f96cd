import { pagePaths } from '@insignia/contract/paths';
import { InsigniaError } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { isAbsent, requestIdOf, sentenceOf } from '../shared/problem.ts';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import classes from './starting.module.css';

/** Shown when the user was removed from the account, or the account was deleted. */
export function AccountAbsent({ id }: { id?: string | undefined }) {
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
export function AccountFailed({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isForeign = isAbsent(error) || (error instanceof InsigniaError && error.status === 400);
  const id = requestIdOf(error);
  if (isForeign) return <AccountAbsent id={id} />;
  return (
    <Alone title={t('failed.title')} id={id}>
      <p>{sentenceOf(error)}</p>
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
