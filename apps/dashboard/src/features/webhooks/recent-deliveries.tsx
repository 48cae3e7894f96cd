import type { Webhook } from './queries.ts';
import { t } from './t.ts';
import classes from './webhooks.module.css';

/** Recent deliveries, newest last, to show the pattern of failures. */
export function RecentDeliveries({ recent }: Pick<Webhook, 'recent'>) {
  if (recent.length === 0) return <span className="fine">{t('webhooks.recent.none')}</span>;
  const count = recent.filter((state) => state === 'delivered').length;
  return (
    <div className={classes.recent}>
      <span className={classes.bars} aria-hidden>
        {recent.toReversed().map((state, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells one from the next
          <span key={at} className={classes.bar} data-state={state} />
        ))}
      </span>
      <span className="fine">{t('webhooks.recent.count', { count, of: recent.length })}</span>
    </div>
  );
}
