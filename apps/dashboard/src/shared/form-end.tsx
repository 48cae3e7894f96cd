import { Button } from '@mantine/core';
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
};

/** The end of a form: why it was refused, unless `Overwrite` asks about that, and its buttons. */
export function FormEnd({ form: { problem, isBusy }, action, cancel, isSame = false }: Props) {
  return (
    <>
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
    </>
  );
}
