import { Progress } from '@mantine/core';
import { t } from './t.ts';
import classes from './team.module.css';

type Props = { taken: number; most: number | null };

/** Remaining seats as text and bar. */
export function Seats({ taken, most }: Props) {
  if (most === null) return <p className={classes.seats}>{t('team.seats.unlimited', { taken })}</p>;
  const left = Math.max(0, most - taken);
  const words = t('team.seats', { taken, most });
  return (
    <div className={classes.seats}>
      <p>
        <strong>{words}</strong>
        <span className="fine">{t('team.seats.left', { left })}</span>
      </p>
      <Progress value={Math.min(100, (100 * taken) / most)} size="sm" aria-label={words} />
    </div>
  );
}
