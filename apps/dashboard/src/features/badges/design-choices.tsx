import { t } from '../../messages/en/badges.ts';
import { DesignSelect } from '../../shared/design-select.tsx';
import type { FieldGroupForm } from '../../shared/form.ts';

/** Designs of the badge's certificates and share cards. Empty for the issuer's default. */
export type DesignChoiceFields = { certificateId: string; cardId: string };

type Props = { issuerId: string; form: FieldGroupForm<DesignChoiceFields> };

export function DesignChoices({ issuerId, form: { getInputProps } }: Props) {
  const shared = { issuerId, none: t('badges.certificate.default') };
  return (
    <>
      <DesignSelect
        {...getInputProps('certificateId')}
        {...shared}
        kind="certificate"
        label={t('badges.certificate')}
        description={t('badges.certificate.hint')}
      />
      <DesignSelect
        {...getInputProps('cardId')}
        {...shared}
        kind="card"
        label={t('badges.card')}
        description={t('badges.card.hint')}
      />
    </>
  );
}
