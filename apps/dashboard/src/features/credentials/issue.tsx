import { getRouteApi } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { BadgesScreenContent } from '../../shared/badges-screen-content.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { IssueForm } from './issue-form.tsx';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/issue');

export function IssueScreen() {
  const here = useAccount();
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
      <BadgesScreenContent title={t('issue.noBadge.title')} words={t('issue.noBadge.words')}>
        {(badges) => (
          <IssueForm
            key={badge}
            badges={badges}
            chosen={badges.find(({ id }) => idFromUrl(id) === badge)}
          />
        )}
      </BadgesScreenContent>
    </Screen>
  );
}
