import { IconCheck } from '@tabler/icons-react';
import { type WizardStep, wizardSteps } from '../search.ts';
import { t } from '../t.ts';
import classes from './wizard.module.css';

type Props = { now: WizardStep; go: ((step: WizardStep) => void) | undefined };

/** Progress of the wizard. Finished steps are links. */
export function StepIndicator({ now, go }: Props) {
  const at = wizardSteps.indexOf(now);
  return (
    <nav aria-label={t('steps.label')}>
      <ol className={classes.steps}>
        {wizardSteps.map((step, place) => (
          <li
            key={step}
            data-state={getStepState(place, at)}
            aria-current={step === now || undefined}
          >
            <span className={classes.mark} aria-hidden>
              {place < at ? <IconCheck size={14} /> : place + 1}
            </span>
            {place < at && go ? (
              <button type="button" onClick={() => go(step)}>
                {t(`steps.${step}`)}
                <span className="unseen">, {t('steps.done')}</span>
              </button>
            ) : (
              <span>{t(`steps.${step}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function getStepState(place: number, now: number): string {
  if (place < now) return 'done';
  return place === now ? 'now' : 'later';
}
