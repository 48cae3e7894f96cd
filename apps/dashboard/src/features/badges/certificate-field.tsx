import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import type { FieldGroupForm } from '../../shared/form.ts';
import { certificatesQuery } from '../../shared/queries.ts';

type Props = { issuerId: string; form: FieldGroupForm<{ certificateId: string }> };

/** The design of the badge's certificates. Empty for the issuer's default. */
export function CertificateField({ issuerId, form }: Props) {
  const { value, ...field } = form.getInputProps('certificateId');
  const names = useCertificateNames(issuerId);
  return (
    <Select
      {...field}
      label={t('badges.certificate')}
      description={t('badges.certificate.hint')}
      data={[
        { value: '', label: t('badges.certificate.default') },
        ...[...names].map(([id, label]) => ({ value: id, label })),
      ]}
      value={value}
      allowDeselect={false}
    />
  );
}

/** Names of an issuer's certificate designs, by ID. */
export function useCertificateNames(issuerId: string): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(certificatesQuery(useAccount(), issuerId));
  return new Map(data.map(({ certificateId, name }) => [certificateId, name]));
}
