import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { leastRole, useHere } from '../shared/account.ts';
import { Nothing } from '../shared/nothing.tsx';
import { Screen } from '../shared/screen.tsx';
import { t } from '../shared/t.ts';
import { placeAt, wayBack } from './screens.ts';

/** The screen at the URL, or the reason why the user's role doesn't allow it. */
export function AllowedScreen() {
  const { accountId, account, may } = useHere();
  const place = placeAt(useMatches({ select: (matches) => matches.at(-1)?.fullPath }));
  if (!place || may(place.needs)) return <Outlet />;
  const back = wayBack(place.to, may);
  return (
    <Screen key={place.to} title={t(place.label)} narrow>
      <Nothing
        title={t('forbidden.title')}
        action={
          <Link to={back.to} params={{ accountId }}>
            {t(back.label)}
          </Link>
        }
      >
        {t('forbidden.words', {
          least: t(`role.${leastRole(place.needs)}`),
          own: t(`role.${account.role}`),
        })}
      </Nothing>
    </Screen>
  );
}
