import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../../messages/en/webhooks.ts';
import { formatMoment, formatRelativeTime } from '../../shared/format.ts';
import { DeliveryExchange } from './exchange.tsx';
import type { Delivery, Webhook } from './queries.ts';
import classes from './webhooks.module.css';

/** Delivered is the normal case and has no color. */
const tones = {
  pending: 'warn',
  delivered: undefined,
  failed: 'bad',
} as const satisfies Record<Delivery['state'], string | undefined>;

type Props = { webhook: Webhook; delivery: Delivery; isOpen: boolean; toggle: () => void };

export function DeliveryItem({ webhook, delivery, isOpen, toggle }: Props) {
  const { event, state, createdAt, attempts, lastStatus } = delivery;
  const panel = useId();
  return (
    <li data-open={isOpen || undefined}>
      <UnstyledButton
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={toggle}
      >
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span className={classes.event}>{event}</span>
        <span className={tones[state] ? 'state' : 'fine'} data-tone={tones[state]}>
          {t(`webhooks.state.${state}`)}
        </span>
        <span className={classes.outcome}>
          {attempts.length > 0 && <span>{lastStatus ?? t('webhooks.noAnswer')}</span>}
          {attempts.length > 1 && <span>{t('webhooks.tries', { count: attempts.length })}</span>}
          <Next delivery={delivery} />
        </span>
        <time dateTime={new Date(createdAt).toISOString()} title={formatMoment(createdAt)}>
          {formatRelativeTime(createdAt)}
        </time>
      </UnstyledButton>
      {isOpen && (
        <div id={panel} className={classes.panel}>
          <DeliveryExchange webhook={webhook} delivery={delivery} />
        </div>
      )}
    </li>
  );
}

function Next({ delivery: { nextAttemptAt, attempts } }: { delivery: Delivery }) {
  if (nextAttemptAt === null || attempts.length === 0) return null;
  const isDue = nextAttemptAt <= Date.now();
  return (
    <span>
      {isDue
        ? t('webhooks.next.now')
        : t('webhooks.next', { when: formatRelativeTime(nextAttemptAt) })}
    </span>
  );
}
