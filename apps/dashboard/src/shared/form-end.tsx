import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-end.module.css';
import { ProblemNotice } from './notice.tsx';
import { isOverwriting } from './overwrite.tsx';
import { t } from './t.ts';

type Props = {
  form: { problem: unknown; isBusy: boolean };
  /** What sending it does; false where the caller may not. */
  action: string | false;
  /** Where it can be left without. */
  cancel?: () => void;
  /** There is nothing to send. */
  isSame?: boolean;
  /** Of a form that is longer than the window: at hand wherever one is in it. */
  staysInSight?: boolean;
  /** Beside its buttons. */
  children?: ReactNode;
};

/** The end of a form: why it was refused, unless `Overwrite` asks about that, and its buttons. */
export function FormEnd({
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
      {!isOverwriting(problem) && <ProblemNotice problem={problem} />}
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
