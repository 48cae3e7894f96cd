import { Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { t } from './t.ts';

/** Link back to the list of imports. */
export function AllImports() {
  const { accountId } = useHere();
  return (
    <Link to="/$accountId/imports" params={{ accountId }}>
      {t('imports.all')}
    </Link>
  );
}
