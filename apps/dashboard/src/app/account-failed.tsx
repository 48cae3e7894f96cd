import { InsigniaError } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isAbsent, requestIdOf, sentenceOf } from '../shared/problem.ts';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import classes from './starting.module.css';

/** The account of the address cannot be opened: no longer a member, or something else. */
export function AccountFailed({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isForeign = isAbsent(error) || (error instanceof InsigniaError && error.status === 400);
  const id = requestIdOf(error);
  return (
    <div className={classes.page}>
      <main className={classes.words}>
        <span className={classes.seal}>
          <Seal size={48} />
        </span>
        <h1>{isForeign ? t('account.absent.title') : t('failed.title')}</h1>
        <p>{isForeign ? t('account.absent.words') : sentenceOf(error)}</p>
        {id && <p className="fine">{t('problem.request', { id })}</p>}
        {isForeign ? (
          <Button component="a" href="/app/">
            {t('account.absent.own')}
          </Button>
        ) : (
          <Button onClick={() => void router.invalidate()}>{t('retry')}</Button>
        )}
      </main>
    </div>
  );
}
