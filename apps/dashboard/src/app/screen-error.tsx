import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { EmptyState } from '../shared/empty-state.tsx';
import { ProblemNotice } from '../shared/notice.tsx';
import { Screen } from '../shared/screen.tsx';
import { t } from '../shared/t.ts';

/** Error boundary of a screen. The shell stays usable. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const again = () => {
    // A response that can't be rendered would fail again.
    queries.removeQueries({ type: 'inactive' });
    reset();
    void router.invalidate();
  };
  return (
    <Screen title={t('failed.title')} narrow>
      <ProblemNotice problem={error} />
      <div className="actions">
        <Button onClick={again}>{t('retry')}</Button>
      </div>
    </Screen>
  );
}

export function ScreenNotFound() {
  return (
    <Screen title={t('missing.title')} narrow>
      <EmptyState title={t('missing.empty')} action={<Link to="/">{t('missing.home')}</Link>}>
        {t('missing.words')}
      </EmptyState>
    </Screen>
  );
}
