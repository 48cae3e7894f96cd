import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { Screen } from '../../shared/screen.tsx';
import { t } from './t.ts';
import { Wizard } from './wizard/wizard.tsx';

const route = getRouteApi('/$accountId/imports/new');

export function NewImport() {
  const here = useHere();
  const { accountId } = here;
  const { badge } = route.useSearch();
  const query = useQuery(badgesQuery(here));
  return (
    <Screen
      title={t('nav.imports')}
      above={
        <Link to="/$accountId/imports" params={{ accountId }}>
          {t('imports.all')}
        </Link>
      }
    >
      <Loaded query={query}>
        {(badges) =>
          badges.length === 0 ? (
            <Nothing
              title={t('imports.noBadge.title')}
              action={
                <ButtonLink to="/$accountId/badges/new" params={{ accountId }}>
                  {t('badges.new')}
                </ButtonLink>
              }
            >
              {t('imports.noBadge.words')}
            </Nothing>
          ) : (
            <Wizard badges={badges} wanted={badge} />
          )
        }
      </Loaded>
    </Screen>
  );
}
