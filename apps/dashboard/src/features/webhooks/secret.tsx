import type { ReactNode } from 'react';
import { ShownOnce } from '../../shared/shown-once.tsx';
import { t } from './t.ts';

type Props = { secret: string; children?: ReactNode; close: () => void };

/** Signing secret. */
export function Secret(props: Props) {
  return <ShownOnce {...props} words={t('webhooks.secret.words')} testId="webhook-secret" />;
}
