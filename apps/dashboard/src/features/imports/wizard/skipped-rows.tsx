import { useEffect, useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { Notice } from '../../../shared/notice.tsx';
import type { SkippedRow } from '../work/list-commands.ts';
import type { DraftView } from '../work/view.ts';
import type { StepProps } from './steps.tsx';
import classes from './wizard.module.css';

type Props = Pick<StepProps, 'session' | 'view' | 'fail'> & { count: number };
const MAX_LISTED = 5;

/** Skipped rows with name and reason. Reserves their lines while loading. */
export function SkippedRows({ session, view: { counts }, fail, count }: Props) {
  const [rows, setRows] = useState<readonly SkippedRow[]>([]);
  useEffect(() => {
    let isGone = false;
    // Refetched after each recount.
    if (counts)
      session.ask('skipped', MAX_LISTED).then((found) => {
        if (!isGone) setRows(found);
      }, fail);
    return () => {
      isGone = true;
    };
  }, [session, counts, fail]);
  if (count === 0) return null;
  return (
    <div className={classes.skipped}>
      <ul aria-label={t('issue.skipped')}>
        {Array.from({ length: Math.min(count, MAX_LISTED) }, (_, at) => (
          <One key={rows[at]?.row ?? `line ${at}`} found={rows[at]} />
        ))}
      </ul>
      {count > MAX_LISTED && (
        <p className="fine">{t('issue.skipped.more', { count: count - MAX_LISTED })}</p>
      )}
    </div>
  );
}

function One({ found }: { found: SkippedRow | undefined }) {
  if (!found) return <li />;
  const { number, name, email, isHeld, duplicateOf = number } = found;
  return (
    <li>
      <bdi>{name}</bdi>
      <bdi className="fine">{email}</bdi>
      <span className="fine">
        {isHeld
          ? t('issue.skipped.hasBadge')
          : t('issue.skipped.duplicate', { number, first: duplicateOf })}
      </span>
    </li>
  );
}

type ExportProps = { view: Pick<DraftView, 'leftOut' | 'rows'>; badge: string | undefined };

export function SkippedExportRowsNotice({ view: { leftOut, rows }, badge = '' }: ExportProps) {
  const { otherBadge, revoked } = leftOut;
  if (otherBadge + revoked === 0) return null;
  if (otherBadge === rows) return <Notice tone="bad">{t('match.export.none', { badge })}</Notice>;
  return (
    <Notice tone="warn">
      {t('match.export')} {otherBadge > 0 && t('match.export.other', { count: otherBadge, badge })}{' '}
      {revoked > 0 && t('match.export.revoked', { count: revoked })}
    </Notice>
  );
}
