import type { RowCounts, RowFilter } from '@insignia/recipients';
import { Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconArrowBarToDown } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { Notice } from '../../../shared/notice.tsx';
import { showToast } from '../../../shared/toast.tsx';
import { Grid } from './grid.tsx';
import { StepBody, type StepProps } from './steps.tsx';
import { useGridRows } from './use-grid-rows.ts';
import classes from './wizard.module.css';

/** Lists all rows with their errors, so that users correct or remove them. */
export function CheckRows(props: StepProps & { areHoldersKnown: boolean }) {
  const { session, view, show, go, fail, areHoldersKnown } = props;
  const { counts } = view;
  useEffect(() => {
    if (!counts) session.ask('check').then(show, fail);
  }, [counts, session, show, fail]);
  return (
    <StepBody title={t('steps.check')}>
      {counts && <Checked {...props} />}
      {!areHoldersKnown && <Notice tone="warn">{t('check.holdersUnknown')}</Notice>}
      <div className={classes.ways}>
        <Button variant="default" onClick={() => go('match')}>
          {t('back')}
        </Button>
        <Button disabled={!counts || counts.rows === 0} onClick={() => go('issue')}>
          {t('continue')}
        </Button>
      </div>
    </StepBody>
  );
}

function Checked(props: StepProps) {
  const rows = useGridRows(props);
  const { counts } = props.view;
  const { shown, showOnly, active, fillDown, removeRowsWithErrors, undo } = rows;
  const only = (kind: RowFilter) => ({
    checked: shown === kind,
    onChange: () => showOnly(shown === kind ? 'all' : kind),
  });
  return (
    <div className={`sheet ${classes.check}`}>
      {counts && <RowCountsSummary counts={counts} />}
      <div className={classes.tools}>
        <Checkbox label={t('check.onlyErrors')} {...only('faults')} />
        <Checkbox label={t('check.onlyDuplicates')} {...only('duplicates')} />
        <div className="actions">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBarToDown size={16} aria-hidden />}
            title={t('check.fillDown.hint')}
            disabled={active === undefined}
            onClick={() =>
              void fillDown().then((count) => showToast(t('check.filled', { count: count ?? 0 })))
            }
          >
            {t('check.fillDown')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={counts?.rowsWithErrors === 0}
            onClick={() =>
              void removeRowsWithErrors().then((count) =>
                showToast(t('check.removed', { count: count ?? 0 })),
              )
            }
          >
            {t('check.removeRowsWithErrors')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!counts?.isUndoable}
            onClick={() => void undo()}
          >
            {t('check.undo')}
          </Button>
        </div>
      </div>
      {rows.count > 0 ? <Grid rows={rows} /> : <p>{t(`check.none.${shown}`)}</p>}
      <p className="fine">{t('check.keys')}</p>
    </div>
  );
}

/** Numbers of rows and errors. */
function RowCountsSummary({ counts }: { counts: RowCounts }) {
  const { rows, errors, repeated, holders, out } = counts;
  return (
    <p className={classes.tally} role="status">
      <span>{t('check.rows', { count: rows })}</span>
      <span className="state" data-tone={errors > 0 ? 'bad' : 'good'}>
        {t('check.errors', { count: errors })}
      </span>
      {repeated > 0 && (
        <span className="state" data-tone="warn">
          {t('check.duplicates', { count: repeated })}
        </span>
      )}
      {holders > 0 && (
        <span className="state" data-tone="warn">
          {t('check.holders', { count: holders })}
        </span>
      )}
      {out > 0 && <span className="state">{t('check.removedCount', { count: out })}</span>}
    </p>
  );
}
