import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiForm, FormValues } from './form.ts';
import classes from './form-footer.module.css';
import { ProblemNotice } from './notice.tsx';
import { isConflict } from './problem.ts';
import { t } from './t.ts';

type Props = {
  form: Pick<ApiForm<FormValues>, 'problem' | 'isBusy'>;
  /** Label of the submit button. False if not permitted. */
  action: string | false;
  cancel?: () => void;
  /** True if there is nothing to save. */
  isSame?: boolean;
  /** Sticky, for long forms. */
  staysInSight?: boolean;
  /** Shown beside the buttons. */
  children?: ReactNode;
};

/** Buttons and error of a form. `EditForm` handles edit conflicts. */
export function FormFooter({
  form: { problem, isBusy },
  action,
  cancel,
  isSame = false,
  staysInSight = false,
  children,
}: Props) {
  return (
    <div className={staysInSight ? classes.inSight : classes.end}>
      {children}
      {!isConflict(problem) && <ProblemNotice problem={problem} />}
      {action && (
        <div className="actions">
          {cancel && (
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" loading={isBusy} disabled={isSame}>
            {action}
          </Button>
        </div>
      )}
    </div>
  );
}
