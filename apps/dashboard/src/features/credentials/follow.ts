import { useHere } from '../../shared/account.ts';
import { watchWork } from '../../shared/jobs.ts';
import { tell } from '../../shared/toast.tsx';

/** Adds a started job to the tray and announces it. */
export function useFollow() {
  const { accountId } = useHere();
  return (jobId: string, label: string) => {
    watchWork({ accountId, kind: 'job', id: jobId, label });
    tell(label);
  };
}
