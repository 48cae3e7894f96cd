import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from './account.ts';
import { certificatesQuery } from './queries.ts';

type Kind = 'certificate' | 'card';
type Props = SelectProps & {
  issuerId: string;
  kind: Kind;
  /** Label of the choice of no design, whose value is empty. */
  none: string;
};

/** Chooses a design of certificates or of share cards of the issuer. */
export function DesignSelect({ issuerId, kind, none, ...field }: Props) {
  const names = useDesignNames(issuerId);
  return (
    <Select
      {...field}
      data={[
        { value: '', label: none },
        ...[...names].flatMap(([value, design]) =>
          design.kind === kind ? [{ value, label: design.name }] : [],
        ),
      ]}
      allowDeselect={false}
    />
  );
}

/** Names and kinds of an issuer's designs, by ID. */
export function useDesignNames(
  issuerId: string,
): ReadonlyMap<string, { name: string; kind: Kind }> {
  const { data = [] } = useQuery(certificatesQuery(useAccount(), issuerId));
  return new Map(data.map(({ certificateId, name, kind }) => [certificateId, { name, kind }]));
}
