import { type AttributeDefinition, awardDetailLimits } from '@insignia/contract';
import { Textarea, TextInput } from '@mantine/core';
import { t } from '../../messages/en/credentials.ts';
import type { FieldGroupForm } from '../../shared/form.ts';
import { RowsField } from '../../shared/rows-field.tsx';
import { emptyEvidence, type MoreDetailFields, parseAttributeValues } from './build-details.ts';
import classes from './more-details.module.css';

type Props = {
  opened: boolean;
  form: FieldGroupForm<MoreDetailFields>;
  attributes: readonly AttributeDefinition[];
};

const inputs = {
  text: {},
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
} as const;

export function MoreCredentialDetails({ opened, form, attributes }: Props) {
  if (!opened) return null;
  const { values, errors, setFieldValue, getInputProps } = form;
  const typed = parseAttributeValues(values.attributes);
  return (
    <div id="more-details" className="stack">
      {attributes.length > 0 && (
        <div className={classes.attributes}>
          {attributes.map(({ name, type }) => (
            <TextInput
              key={name}
              label={name}
              {...inputs[type]}
              value={typed[name] ?? ''}
              error={errors[`attributes.${name}`]}
              autoComplete="off"
              onChange={({ currentTarget }) =>
                setFieldValue(
                  'attributes',
                  JSON.stringify({ ...typed, [name]: currentTarget.value }),
                )
              }
            />
          ))}
        </div>
      )}
      <Textarea
        {...getInputProps('narrative')}
        label={t('details.narrative')}
        description={t('details.narrative.hint')}
        rows={4}
      />
      <RowsField
        {...getInputProps('evidence')}
        legend={t('details.evidence')}
        hint={t('details.evidence.hint')}
        name={(n) => t('details.evidence.one', { n })}
        add={t('details.evidence.add')}
        remove={(n) => t('details.evidence.remove', { n })}
        limit={awardDetailLimits.evidence}
        columns={2}
        empty={emptyEvidence}
      >
        {(row, change, at) => (
          <>
            <TextInput
              label={t('details.evidence.id')}
              type="url"
              placeholder="https://"
              value={row.id}
              error={errors[`evidence.${at}.id`] ?? errors[`evidence.${at}`]}
              onChange={({ currentTarget }) => change({ id: currentTarget.value })}
            />
            <TextInput
              label={t('details.evidence.name')}
              value={row.name}
              error={errors[`evidence.${at}.name`]}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Textarea
              wrapperProps={{ 'data-wide': true }}
              label={t('details.evidence.narrative')}
              rows={2}
              value={row.narrative}
              error={errors[`evidence.${at}.narrative`]}
              onChange={({ currentTarget }) => change({ narrative: currentTarget.value })}
            />
          </>
        )}
      </RowsField>
    </div>
  );
}
