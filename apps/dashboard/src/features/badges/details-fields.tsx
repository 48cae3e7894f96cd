import { achievementTypes, attributeLimits, detailLimits, resultTypes } from '@insignia/contract';
import { Select, Textarea, TextInput } from '@mantine/core';
import type { useForm } from '../../shared/form.ts';
import { RowsField } from '../../shared/rows-field.tsx';
import classes from './details.module.css';
import { type BadgeDetailFields, emptyAttribute, splitCamelCase } from './details.ts';
import { emptySkill } from './skill.ts';
import { SkillFields } from './skill-fields.tsx';
import { t } from './t.ts';
import { ValidityField } from './validity-field.tsx';

type Props = {
  opened: boolean;
  form: Pick<
    ReturnType<typeof useForm<BadgeDetailFields, unknown>>,
    'values' | 'faults' | 'set' | 'text'
  >;
};

const attributeTypes = ['text', 'number', 'date'] as const;
const none = 'none';

/** Keeps a custom word that is already set. */
const indefiniteArticle = (known: readonly string[], value: string, nothing: string) => [
  { value: none, label: nothing },
  ...[...new Set([...known, ...(value ? [value] : [])])].map((word) => ({
    value: word,
    label: splitCamelCase(word),
  })),
];

/** Optional details of a badge. */
export function DetailsFields({ opened, form }: Props) {
  if (!opened) return null;
  const { values, faults, set, text } = form;
  const tagFault = Object.entries(faults).find(([path]) => path.split('.')[0] === 'tags')?.[1];
  return (
    <div id="badge-details" className="stack">
      <ValidityField
        value={values.validFor}
        error={faults.validFor}
        onChange={(validFor) => set('validFor', validFor)}
      />
      <RowsField
        legend={t('badges.fields')}
        hint={t('badges.fields.hint')}
        name={(n) => t('badges.fields.one', { n })}
        add={t('badges.fields.add')}
        remove={(n) => t('badges.fields.remove', { n })}
        most={attributeLimits.count}
        columns={3}
        fault={faults.attributes}
        value={values.attributes}
        onChange={(attributes) => set('attributes', attributes)}
        empty={emptyAttribute}
      >
        {(row, change, at, named) => (
          <>
            <TextInput
              {...named(t('badges.fields.name'))}
              value={row.name}
              error={faults[`attributes.${at}.name`]}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Select
              {...named(t('badges.fields.type'))}
              data={attributeTypes.map((type) => ({
                value: type,
                label: t(`badges.fields.${type}`),
              }))}
              value={row.type}
              error={faults[`attributes.${at}.type`]}
              allowDeselect={false}
              onChange={(type) =>
                type && change({ type, ...(type === 'date' && { resultType: '' }) })
              }
            />
            <Select
              {...named(t('badges.fields.result'))}
              data={indefiniteArticle(
                resultTypes,
                row.resultType,
                t(`badges.fields.result.${row.type}`),
              )}
              value={row.resultType || none}
              error={faults[`attributes.${at}.resultType`]}
              disabled={row.type === 'date'}
              allowDeselect={false}
              onChange={(kind) => change({ resultType: kind === none ? '' : (kind ?? '') })}
            />
          </>
        )}
      </RowsField>
      <Textarea
        {...text('tags')}
        error={tagFault}
        label={t('badges.tags')}
        description={t('badges.tags.hint')}
        rows={3}
      />
      <div className={classes.pair}>
        <Select
          label={t('badges.kind')}
          data={indefiniteArticle(achievementTypes, values.achievementType, t('badges.kind.none'))}
          value={values.achievementType || none}
          error={faults.achievementType}
          searchable
          allowDeselect={false}
          onChange={(kind) => set('achievementType', kind === none ? '' : (kind ?? ''))}
        />
        <TextInput {...text('language')} label={t('badges.language')} placeholder="en" />
      </div>
      <RowsField
        legend={t('badges.skills')}
        hint={t('badges.skills.hint')}
        name={(n) => t('badges.skills.one', { n })}
        add={t('badges.skills.add')}
        remove={(n) => t('badges.skills.remove', { n })}
        most={detailLimits.alignment}
        columns={2}
        fault={faults.alignment}
        value={values.alignment}
        onChange={(alignment) => set('alignment', alignment)}
        empty={emptySkill}
      >
        {(row, change, at) => (
          <SkillFields
            row={row}
            change={change}
            faultOf={(field) => faults[`alignment.${at}.${field}`]}
            language={values.language}
          />
        )}
      </RowsField>
    </div>
  );
}
