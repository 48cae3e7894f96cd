import { UnstyledButton } from '@mantine/core';
import { formatMoment } from '../../shared/format.ts';
import type { Attempt } from './queries.ts';
import { t } from './t.ts';
import classes from './webhooks.module.css';

type Props = {
  attempts: readonly Attempt[];
  chosen: number | undefined;
  choose: (at: number) => void;
};

/** All attempts, oldest first, with the selected one's response. */
export function Attempts({ attempts, chosen, choose }: Props) {
  return (
    <ol className={classes.attempts} aria-label={t('webhooks.attempts')}>
      {attempts.map(({ at, status, error }, index) => (
        <li key={at}>
          <UnstyledButton
            aria-pressed={at === chosen}
            data-tone={error === null ? 'good' : 'bad'}
            title={formatMoment(at)}
            onClick={() => choose(at)}
          >
            {t('webhooks.attempt', { number: index + 1 })}{' '}
            <span>{status ?? t('webhooks.noAnswer')}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
