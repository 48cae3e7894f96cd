import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type Download, dismissDownload, startDownload } from '../shared/downloads.ts';
import { formatSize } from '../shared/format.ts';
import { describeProblem } from '../shared/problem.ts';
import { t } from '../shared/t.ts';
import classes from './jobs-tray.module.css';

/** Progress and result of a download. */
export function DownloadJob({ download }: { download: Download }) {
  const { id, label, file, bytes, state, problem, stop } = download;
  const isComing = state === 'coming';
  const again = () => {
    dismissDownload(id);
    startDownload(download);
  };
  return (
    <li className={classes.job}>
      <div className={classes.head}>
        <span>{label}</span>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t(isComing ? 'jobs.stop' : 'jobs.dismiss', { label })}
          onClick={isComing ? stop : () => dismissDownload(id)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      {isComing && <Progress value={100} size="sm" striped animated aria-label={label} />}
      <span className="fine" role="status">
        {isComing && t('jobs.size', { size: formatSize(bytes) })}
        {state === 'saved' && t('jobs.saved', { size: formatSize(bytes), file })}
        {state === 'failed' && describeProblem(problem)}
      </span>
      {state === 'failed' && (
        <div>
          <Button variant="default" size="compact-sm" onClick={again}>
            {t('retry')}
          </Button>
        </div>
      )}
    </li>
  );
}
