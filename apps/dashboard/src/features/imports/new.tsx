import { getRouteApi, Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { Screen } from '../../shared/screen.tsx';
import { WithBadges } from '../../shared/with-badges.tsx';
import { t } from './t.ts';
import { Wizard } from './wizard/wizard.tsx';

const route = getRouteApi('/$accountId/imports/new');

export function NewImport() {
  const { accountId } = useHere();
  const { badge } = route.useSearch();
  return (
    <Screen
      title={t('nav.imports')}
      above={
        <Link to="/$accountId/imports" params={{ accountId }}>
          {t('imports.all')}
        </Link>
      }
    >
      <WithBadges title={t('imports.noBadge.title')} words={t('imports.noBadge.words')}>
        {(badges) => <Wizard badges={badges} wanted={badge} />}
      </WithBadges>
    </Screen>
  );
}
