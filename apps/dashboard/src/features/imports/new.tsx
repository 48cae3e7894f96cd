import { getRouteApi } from '@tanstack/react-router';
import { BadgesScreenContent } from '../../shared/badges-screen-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { AllImportsLink } from './all-imports.tsx';
import { t } from './t.ts';
import { ImportWizard } from './wizard/wizard.tsx';

const route = getRouteApi('/$accountId/imports/new');

export function NewImport() {
  const { badge } = route.useSearch();
  return (
    <Screen title={t('nav.imports')} above={<AllImportsLink />}>
      <BadgesScreenContent title={t('imports.noBadge.title')} words={t('imports.noBadge.words')}>
        {(badges) => <ImportWizard badges={badges} wanted={badge} />}
      </BadgesScreenContent>
    </Screen>
  );
}
