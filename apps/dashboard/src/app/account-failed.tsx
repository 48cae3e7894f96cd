import { InsigniaError } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isAbsent, requestIdOf, sentenceOf } from '../shared/problem.ts';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import classes from './starting.module.css';

/** One was removed from it, or it was deleted, before or while one looks at it. */
export function AccountAbsent({ id }: { id?: string | undefined }) {
  return (
    <div className={classes.page}>
      <main className={classes.words}>
        <span className={classes.seal}>
          <Seal size={48} />
        </span>
        <h1>{t('account.absent.title')}</h1>
        <p>{t('account.absent.words')}</p>
        {id && <p className="fine">{t('problem.request', { id })}</p>}
        <Button component="a" href="/app/">
          {t('account.absent.own')}
        </Button>
      </main>
    </div>
  );
}

/** The account of the address cannot be opened: no longer a member, or something else. */
export function AccountFailed({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isForeign = isAbsent(error) || (error instanceof InsigniaError && error.status === 400);
  const id = requestIdOf(error);
  if (isForeign) return <AccountAbsent id={id} />;
  return (
    <div className={classes.page}>
      <main className={classes.words}>
        <span className={classes.seal}>
          <Seal size={48} />
        </span>
        <h1>{t('failed.title')}</h1>
        <p>{sentenceOf(error)}</p>
        {id && <p className="fine">{t('problem.request', { id })}</p>}
        <Button onClick={() => void router.invalidate()}>{t('retry')}</Button>
      </main>
    </div>
  );
}
