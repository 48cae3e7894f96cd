import { useHere } from '../../shared/account.ts';
import { watchWork } from '../../shared/jobs.ts';
import { tell } from '../../shared/toast.tsx';

/** Has the tray follow what was begun, and says so. */
export function useFollow() {
  const { accountId } = useHere();
  return (jobId: string, label: string) => {
    watchWork({ accountId, kind: 'job', id: jobId, label });
    tell(label);
  };
}
