import { Link } from '@tanstack/react-router';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import type { ImportItem } from './queries.ts';

const tones = {
  queued: undefined,
  running: undefined,
  paused: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: undefined,
} as const;

/** A completed import with failed rows isn't shown as a success; their number is next to it. */
export function ImportStatusLabel({ status, failed }: Pick<ImportItem, 'status' | 'failed'>) {
  const tone = status === 'completed' && failed > 0 ? undefined : tones[status];
  return (
    <span className="state" data-tone={tone}>
      {t(`imports.state.${status}`)}
    </span>
  );
}

export function AllImportsLink() {
  const { accountId } = useAccount();
  return (
    <Link to="/$accountId/imports" params={{ accountId }}>
      {t('imports.all')}
    </Link>
  );
}
