import { Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { t } from './t.ts';

/** From one import, or from where it begins, back to the list. */
export function AllImports() {
  const { accountId } = useHere();
  return (
    <Link to="/$accountId/imports" params={{ accountId }}>
      {t('imports.all')}
    </Link>
  );
}
