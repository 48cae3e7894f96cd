import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { auditActionOptions } from '../../shared/audit-sentence.tsx';
import { membersQuery } from '../../shared/queries.ts';
import classes from './audit.module.css';
import type { AuditSearch } from './search.ts';
import { t } from './t.ts';

const any = 'any';

type Props = { search: AuditSearch; isFiltered: boolean };

export function AuditFilters({ search, isFiltered }: Props) {
  const here = useAccount();
  const navigate = useNavigate({ from: '/$accountId/audit' });
  const { data: members = [] } = useQuery(membersQuery(here));
  const { person, action } = search;
  const show = (change: Partial<AuditSearch>) =>
    void navigate({ search: { ...search, ...change } });
  const chosen = (value: string | null) => (value === null || value === any ? undefined : value);
  const people = members.flatMap(({ personId, name, email }) =>
    personId === null ? [] : [{ value: personId, label: name ?? email }],
  );
  const isGone = person !== undefined && !people.some(({ value }) => value === person);
  return (
    <search className={classes.filters}>
      <Select
        label={t('audit.user')}
        data={[
          { value: any, label: t('audit.user.any') },
          ...people,
          ...(isGone ? [{ value: person, label: t('audit.user.gone') }] : []),
        ]}
        value={person ?? any}
        allowDeselect={false}
        onChange={(value) => show({ person: chosen(value) })}
      />
      <Select
        label={t('audit.action')}
        data={[{ value: any, label: t('audit.action.any') }, ...auditActionOptions]}
        value={action ?? any}
        searchable
        allowDeselect={false}
        onChange={(value) => show({ action: chosen(value) })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(`audit.${end}`)}
          value={search[end] ?? ''}
          onChange={({ currentTarget: { value } }) => show({ [end]: value || undefined })}
        />
      ))}
      {isFiltered && (
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {t('audit.all')}
        </Button>
      )}
    </search>
  );
}
