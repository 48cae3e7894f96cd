import type { Badge } from '../../../shared/queries.ts';
import type { Step } from '../search.ts';
import type { WorkerSession } from '../work/ask.ts';
import type { View } from '../work/view.ts';

/** Props of every step. */
export type StepProps = {
  session: WorkerSession;
  badges: readonly Badge[];
  view: View;
  show: (view: View) => void;
  go: (step: Step) => void;
  fail: (error: unknown) => void;
};
