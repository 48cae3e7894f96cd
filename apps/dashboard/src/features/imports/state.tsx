import type { Import } from './queries.ts';
import { t } from './t.ts';

const tones = {
  queued: undefined,
  running: undefined,
  paused: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: undefined,
} as const;

export function State({ status }: Pick<Import, 'status'>) {
  return (
    <span className="state" data-tone={tones[status]}>
      {t(`imports.state.${status}`)}
    </span>
  );
}
