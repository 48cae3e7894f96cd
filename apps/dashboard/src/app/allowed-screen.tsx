import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { getRequiredRole, useAccount } from '../shared/account.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { Screen } from '../shared/screen.tsx';
import { t } from '../shared/t.ts';
import { findNavigationItem, findParentScreen } from './screens.ts';

/** The screen at the URL, or the reason why the user's role doesn't allow it. */
export function AllowedScreen() {
  const { accountId, account, may } = useAccount();
  const place = findNavigationItem(useMatches({ select: (matches) => matches.at(-1)?.fullPath }));
  if (!place || may(place.needs)) return <Outlet />;
  const back = findParentScreen(place.to, may);
  return (
    <Screen key={place.to} title={t(place.label)} narrow>
      <EmptyState
        title={t('forbidden.title')}
        action={
          <Link to={back.to} params={{ accountId }}>
            {t(back.label)}
          </Link>
        }
      >
        {t('forbidden.words', {
          least: t(`role.${getRequiredRole(place.needs)}`),
          own: t(`role.${account.role}`),
        })}
      </EmptyState>
    </Screen>
  );
}
