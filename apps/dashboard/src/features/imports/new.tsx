import { getRouteApi } from '@tanstack/react-router';
import { Screen } from '../../shared/screen.tsx';
import { WithBadges } from '../../shared/with-badges.tsx';
import { AllImports } from './all-imports.tsx';
import { t } from './t.ts';
import { Wizard } from './wizard/wizard.tsx';

const route = getRouteApi('/$accountId/imports/new');

export function NewImport() {
  const { badge } = route.useSearch();
  return (
    <Screen title={t('nav.imports')} above={<AllImports />}>
      <WithBadges title={t('imports.noBadge.title')} words={t('imports.noBadge.words')}>
        {(badges) => <Wizard badges={badges} wanted={badge} />}
      </WithBadges>
    </Screen>
  );
}
