import { Link } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { t } from './t.ts';

/** Link back to the list of imports. */
export function AllImportsLink() {
  const { accountId } = useAccount();
  return (
    <Link to="/$accountId/imports" params={{ accountId }}>
      {t('imports.all')}
    </Link>
  );
}
