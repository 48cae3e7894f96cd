import { IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { connection } from '../shared/connection.ts';
import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import classes from './loading-page.module.css';
import { queryClient } from './open-account.ts';

/** Shown before the account is loaded. */
export function LoadingPage() {
  return (
    <div className={classes.page}>
      <ConnectionBanner />
      <div role="status" aria-label={t('loading')} className={classes.seal}>
        <Seal size={48} />
      </div>
    </div>
  );
}

/** Shown while the service doesn't respond or is unavailable. Requests are retried meanwhile. */
export function ConnectionBanner() {
  const state = connection.use();
  useEffect(() => {
    const offline = () => connection.set('offline');
    const online = () => {
      if (connection.get() === 'offline') connection.set('unreachable');
      void queryClient.refetchQueries({ type: 'active' });
    };
    addEventListener('offline', offline);
    addEventListener('online', online);
    return () => {
      removeEventListener('offline', offline);
      removeEventListener('online', online);
    };
  }, []);
  const Icon = state === 'offline' ? IconWifiOff : IconCloudOff;
  return (
    <div role="status">
      {state !== 'fine' && (
        <p className={classes.banner}>
          <Icon size={18} aria-hidden />
          {t(`connection.${state}`)}
        </p>
      )}
    </div>
  );
}
