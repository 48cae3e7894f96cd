import { Progress } from '@mantine/core';
import { useAccount } from '../../shared/account.ts';
import { formatDay, formatNumber } from '../../shared/format.ts';
import classes from './overview.module.css';
import { t } from './t.ts';

/** Remaining quota. */
export function Quota() {
  const { plan, limits, usage, periodEnd } = useAccount().account;
  return (
    <section className={`sheet ${classes.quota}`}>
      <h2>{t('quota.title', { plan: t(`plan.${plan}`) })}</h2>
      {(['credentials', 'issuers', 'seats'] as const).map((kind) => (
        <Limit key={kind} name={t(`quota.${kind}`)} used={usage[kind]} most={limits[kind]} />
      ))}
      <p className="fine">{t('quota.until', { day: formatDay(periodEnd) })}</p>
    </section>
  );
}

function Limit({ name, used, most }: { name: string; used: number; most: number | null }) {
  return (
    <div className={classes.limit}>
      <p>
        <span>{name}</span>
        <span>
          {most === null
            ? formatNumber(used)
            : t('quota.left', { used: formatNumber(used), most: formatNumber(most) })}
        </span>
      </p>
      {most !== null && (
        <Progress value={Math.min(100, (100 * used) / most)} size="sm" aria-label={name} />
      )}
    </div>
  );
}
