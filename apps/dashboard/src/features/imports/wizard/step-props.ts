import type { Badge } from '../../../shared/queries.ts';
import type { WizardStep } from '../search.ts';
import type { DraftView } from '../work/view.ts';
import type { WorkerSession } from '../work/worker-session.ts';

/** Props of every step. */
export type StepProps = {
  session: WorkerSession;
  badges: readonly Badge[];
  view: DraftView;
  show: (view: DraftView) => void;
  go: (step: WizardStep) => void;
  fail: (error: unknown) => void;
};
