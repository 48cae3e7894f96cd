import { formatMoment, formatRelativeTime } from '../../shared/format.ts';
import classes from './keys.module.css';
import { t } from './t.ts';

const idleMs = 90 * 86_400_000;

/** Last use. Flags unused keys, which still grant access. */
export function LastUsed({
  lastUsedAt,
  createdAt,
}: {
  lastUsedAt: number | null;
  createdAt: number;
}) {
  const isIdle = Date.now() - (lastUsedAt ?? createdAt) > idleMs;
  return (
    <div className={classes.used}>
      {lastUsedAt === null ? (
        <span className="fine">{t('keys.used.never')}</span>
      ) : (
        <time dateTime={new Date(lastUsedAt).toISOString()} title={formatMoment(lastUsedAt)}>
          {formatRelativeTime(lastUsedAt)}
        </time>
      )}
      {isIdle && (
        <span className="state" data-tone="warn">
          {t('keys.idle')}
        </span>
      )}
    </div>
  );
}
