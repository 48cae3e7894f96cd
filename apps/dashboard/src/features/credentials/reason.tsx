import { Textarea } from '@mantine/core';
import { t } from './t.ts';

/** Published reason of a revocation. */
export function ReasonField({ value, set }: { value: string; set: (reason: string) => void }) {
  return (
    <Textarea
      label={t('revoke.reason')}
      data-autofocus
      description={t('revoke.reason.hint')}
      value={value}
      maxLength={500}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
