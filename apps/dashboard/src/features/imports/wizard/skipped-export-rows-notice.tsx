import { Notice } from '../../../shared/notice.tsx';
import { t } from '../t.ts';
import type { DraftView } from '../work/view.ts';

type Props = { view: Pick<DraftView, 'leftOut' | 'rows'>; badge: string | undefined };

/** Notes that the file is an export, and which rows are skipped. */
export function SkippedExportRowsNotice({ view: { leftOut, rows }, badge = '' }: Props) {
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
