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

/** One that is done is not good where rows are missing: their number says so, beside it. */
export function State({ status, failed }: Pick<Import, 'status' | 'failed'>) {
  const tone = status === 'completed' && failed > 0 ? undefined : tones[status];
  return (
    <span className="state" data-tone={tone}>
      {t(`imports.state.${status}`)}
    </span>
  );
}
