import { formatNumber, formatUtcDate } from '../../shared/format.ts';
import classes from './chart.module.css';

/** A day with the corresponding one of the previous period. */
export type ChartPoint = { day: string; value: number; before: number | undefined };

const [width, height] = [720, 120];

/**
 * Bars per day, with the previous period as a step line. Hidden from assistive technology, because
 * a table shows the same numbers.
 */
export function Chart({ points }: { points: readonly ChartPoint[] }) {
  const top = Math.max(1, ...points.flatMap(({ value, before = 0 }) => [value, before]));
  const step = width / Math.max(1, points.length);
  const gap = Math.min(3, step / 4);
  const y = (value: number) => height - (height * value) / top;
  const isCompared = points.some(({ before }) => before !== undefined);
  const line = points
    .map(({ before = 0 }, n) => `${n === 0 ? 'M' : 'L'}${n * step} ${y(before)}h${step}`)
    .join('');
  return (
    <div className={classes.chart} aria-hidden>
      <span className={classes.top}>{formatNumber(top)}</span>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        {points.map(({ day, value }, n) => (
          <g key={day}>
            <title>{`${formatUtcDate(day)}: ${formatNumber(value)}`}</title>
            <rect className={classes.background} x={n * step} width={step} height={height} />
            <rect
              className={classes.bar}
              x={n * step + gap / 2}
              width={step - gap}
              y={y(value)}
              height={height - y(value)}
            />
          </g>
        ))}
        {isCompared && <path className={classes.before} d={line} />}
      </svg>
      <p className={classes.days}>
        <span>{formatUtcDate(points[0]?.day ?? '')}</span>
        <span>{formatUtcDate(points.at(-1)?.day ?? '')}</span>
      </p>
    </div>
  );
}
