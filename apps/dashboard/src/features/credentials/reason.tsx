import { Textarea } from '@mantine/core';
import { t } from '../../messages/en/credentials.ts';

/** The reason for a revocation, which is public. */
export function ReasonField({
  value,
  onChange,
}: {
  value: string;
  onChange: (reason: string) => void;
}) {
  return (
    <Textarea
      label={t('revoke.reason')}
      data-autofocus
      description={t('revoke.reason.hint')}
      value={value}
      maxLength={500}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
