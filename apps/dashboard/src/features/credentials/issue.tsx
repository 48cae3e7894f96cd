import { getRouteApi } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { WithBadges } from '../../shared/with-badges.tsx';
import { IssueForm } from './issue-form.tsx';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/issue');

export function Issue() {
  const here = useHere();
  const { accountId } = here;
  const { badge } = route.useSearch();
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
      <WithBadges title={t('issue.noBadge.title')} words={t('issue.noBadge.words')}>
        {(badges) => (
          <IssueForm
            key={badge}
            badges={badges}
            chosen={badges.find(({ id }) => bareId(id) === badge)}
          />
        )}
      </WithBadges>
    </Screen>
  );
}
