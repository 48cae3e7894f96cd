import { Progress } from '@mantine/core';
import { useHere } from '../../shared/account.ts';
import { day, number } from '../../shared/format.ts';
import classes from './overview.module.css';
import { t } from './t.ts';

/** Remaining quota. */
export function Quota() {
  const { plan, limits, usage, periodEnd } = useHere().account;
  return (
    <section className={`sheet ${classes.quota}`}>
      <h2>{t('quota.title', { plan: t(`plan.${plan}`) })}</h2>
      {(['credentials', 'issuers', 'seats'] as const).map((kind) => (
        <Limit key={kind} name={t(`quota.${kind}`)} used={usage[kind]} most={limits[kind]} />
      ))}
      <p className="fine">{t('quota.until', { day: day(periodEnd) })}</p>
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
            ? number(used)
            : t('quota.left', { used: number(used), most: number(most) })}
        </span>
      </p>
      {most !== null && (
        <Progress value={Math.min(100, (100 * used) / most)} size="sm" aria-label={name} />
      )}
    </div>
  );
}
