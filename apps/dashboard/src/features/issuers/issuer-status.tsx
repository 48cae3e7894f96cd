import { IconCircleCheck, IconMailQuestion } from '@tabler/icons-react';
import { t } from '../../messages/en/issuers.ts';

export function IssuerStatus({ verified }: { verified: boolean }) {
  const Icon = verified ? IconCircleCheck : IconMailQuestion;
  return (
    <span className="state" data-tone={verified ? 'good' : 'warn'}>
      <Icon size={15} aria-hidden />
      {verified ? t('issuers.verified') : t('issuers.unverified')}
    </span>
  );
}
