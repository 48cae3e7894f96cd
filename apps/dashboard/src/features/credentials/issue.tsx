import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { IssueForm } from './issue-form.tsx';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/issue');

export function Issue() {
  const here = useHere();
  const { accountId } = here;
  const { badge } = route.useSearch();
  const query = useQuery(badgesQuery(here));
  return (
    <Screen
      title={t('issue.title')}
      actions={
        here.may('createImport') && (
          <ButtonLink
            variant="default"
            to="/$accountId/imports/new"
            params={{ accountId }}
            search={{ badge }}
          >
            {t('issue.many')}
          </ButtonLink>
        )
      }
    >
      <Loaded query={query}>
        {(badges) =>
          badges.length === 0 ? (
            <Nothing
              title={t('issue.noBadge.title')}
              action={
                <ButtonLink to="/$accountId/badges/new" params={{ accountId }}>
                  {t('badges.new')}
                </ButtonLink>
              }
            >
              {t('issue.noBadge.words')}
            </Nothing>
          ) : (
            <IssueForm
              key={badge}
              badges={badges}
              chosen={badges.find(({ id }) => bareId(id) === badge)}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}
