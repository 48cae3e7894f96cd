import { Seal } from '../shared/seal.tsx';
import { t } from '../shared/t.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import classes from './loading-page.module.css';

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
