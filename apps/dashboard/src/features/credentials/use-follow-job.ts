import { useAccount } from '../../shared/account.ts';
import { showToast } from '../../shared/toast.tsx';
import { trackJob } from '../../shared/tracked-jobs.ts';

/** Adds a started job to the tray and announces it. */
export function useFollowJob() {
  const { accountId } = useAccount();
  return (jobId: string, label: string) => {
    trackJob({ accountId, kind: 'job', id: jobId, label });
    showToast(label);
  };
}
