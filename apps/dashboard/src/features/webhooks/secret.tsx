import type { ReactNode } from 'react';
import { OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { t } from './t.ts';

type Props = { secret: string; children?: ReactNode; close: () => void };

/** Signing secret. */
export function WebhookSecret(props: Props) {
  return <OneTimeSecret {...props} words={t('webhooks.secret.words')} testId="webhook-secret" />;
}
