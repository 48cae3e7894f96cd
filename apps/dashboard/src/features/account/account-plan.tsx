import { Progress } from '@mantine/core';
import { useAccount } from '../../shared/account.ts';
import { formatDay } from '../../shared/format.ts';
import classes from './account.module.css';
import { AccountSection } from './section.tsx';
import { t } from './t.ts';

/** Limits and usage of the plan. */
export function AccountPlan() {
  const { plan, limits, usage, periodEnd } = useAccount().account;
  return (
    <AccountSection title={t('account.plan.title')} words={t(`account.plan.${plan}`)}>
      <div className={classes.limits}>
        {(['credentials', 'issuers', 'seats'] as const).map((kind) => (
          <Limit
            key={kind}
            name={t(`account.plan.${kind}`)}
            used={usage[kind]}
            most={limits[kind]}
          />
        ))}
      </div>
      <p className="fine">{t('account.plan.until', { day: formatDay(periodEnd) })}</p>
    </AccountSection>
  );
}

function Limit({ name, used, most }: { name: string; used: number; most: number | null }) {
  return (
    <div>
      <p>
        <span>{name}</span>
        <span>
          {most === null
            ? t('account.plan.free.of', { used })
            : t('account.plan.of', { used, most })}
        </span>
      </p>
      {most !== null && (
        <Progress value={Math.min(100, (100 * used) / most)} size="sm" aria-label={name} />
      )}
    </div>
  );
}
