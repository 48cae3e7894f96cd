import { Link } from '@tanstack/react-router';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';

/** Link back to the list of imports. */
export function AllImportsLink() {
  const { accountId } = useAccount();
  return (
    <Link to="/$accountId/imports" params={{ accountId }}>
      {t('imports.all')}
    </Link>
  );
}
