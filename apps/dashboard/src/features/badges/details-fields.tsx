import {
  achievementTypes,
  attributeLimits,
  detailLimits,
  lookUpAlignment,
  resultTypes,
} from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import type { FieldGroupForm } from '../../shared/form.ts';
import { describeFieldErrors, describeProblem } from '../../shared/problem.ts';
import { RowsField } from '../../shared/rows-field.tsx';
import classes from './details.module.css';
import {
  type BadgeDetailFields,
  emptyAttribute,
  emptySkill,
  fillSkill,
  isEmptySkill,
  type Skill,
  type SkillSuggestion,
  splitCamelCase,
} from './details.ts';

type Props = {
  opened: boolean;
  form: FieldGroupForm<BadgeDetailFields>;
};

const attributeTypes = ['text', 'number', 'date'] as const;
const none = 'none';

/** Options of a vocabulary. Keeps a custom word that is already set. */
const createOptions = (known: readonly string[], value: string, nothing: string) => [
  { value: none, label: nothing },
  ...[...new Set([...known, ...(value ? [value] : [])])].map((word) => ({
    value: word,
    label: splitCamelCase(word),
  })),
];

export function DetailsFields({ opened, form }: Props) {
  if (!opened) return null;
  const { values, errors, setFieldValue, getInputProps } = form;
  const tagError = Object.entries(errors).find(([path]) => path.split('.')[0] === 'tags')?.[1];
  return (
    <div id="badge-details" className="stack">
      <ValidityField {...getInputProps('validFor')} />
      <div className={classes.pair}>
        {(['hours', 'credits'] as const).map((name) => (
          <TextInput
            {...getInputProps(name)}
            key={name}
            label={t(`badges.${name}`)}
            description={t(`badges.${name}.hint`)}
            inputMode="decimal"
          />
        ))}
      </div>
      <RowsField
        {...getInputProps('attributes')}
        legend={t('badges.fields')}
        hint={t('badges.fields.hint')}
        name={(n) => t('badges.fields.one', { n })}
        add={t('badges.fields.add')}
        remove={(n) => t('badges.fields.remove', { n })}
        limit={attributeLimits.count}
        columns={3}
        empty={emptyAttribute}
      >
        {(row, change, at, named) => (
          <>
            <TextInput
              {...named(t('badges.fields.name'))}
              value={row.name}
              error={errors[`attributes.${at}.name`]}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Select
              {...named(t('badges.fields.type'))}
              data={attributeTypes.map((type) => ({
                value: type,
                label: t(`badges.fields.${type}`),
              }))}
              value={row.type}
              error={errors[`attributes.${at}.type`]}
              allowDeselect={false}
              onChange={(type) =>
                type && change({ type, ...(type === 'date' && { resultType: '' }) })
              }
            />
            <Select
              {...named(t('badges.fields.result'))}
              data={createOptions(
                resultTypes,
                row.resultType,
                t(`badges.fields.result.${row.type}`),
              )}
              value={row.resultType || none}
              error={errors[`attributes.${at}.resultType`]}
              disabled={row.type === 'date'}
              allowDeselect={false}
              onChange={(kind) => change({ resultType: kind === none ? '' : (kind ?? '') })}
            />
          </>
        )}
      </RowsField>
      <Textarea
        {...getInputProps('tags')}
        error={tagError}
        label={t('badges.tags')}
        description={t('badges.tags.hint')}
        rows={3}
      />
      <div className={classes.pair}>
        <Select
          label={t('badges.kind')}
          data={createOptions(achievementTypes, values.achievementType, t('badges.kind.none'))}
          value={values.achievementType || none}
          error={errors.achievementType}
          searchable
          allowDeselect={false}
          onChange={(kind) => setFieldValue('achievementType', kind === none ? '' : (kind ?? ''))}
        />
        <TextInput {...getInputProps('language')} label={t('badges.language')} placeholder="en" />
      </div>
      <RowsField
        {...getInputProps('alignment')}
        legend={t('badges.skills')}
        hint={t('badges.skills.hint')}
        name={(n) => t('badges.skills.one', { n })}
        add={t('badges.skills.add')}
        remove={(n) => t('badges.skills.remove', { n })}
        limit={detailLimits.alignment}
        columns={2}
        empty={emptySkill}
      >
        {(row, change, at) => (
          <SkillFields
            row={row}
            change={change}
            getError={(field) => errors[`alignment.${at}.${field}`]}
            language={values.language}
          />
        )}
      </RowsField>
    </div>
  );
}

const units = ['Y', 'M', 'W', 'D'] as const;
const simpleDuration = /^P(\d+)([YMWD])$/;

type ValidityProps = {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** Validity period: a number and a unit, or an existing compound duration. */
function ValidityField({ value, error, onChange }: ValidityProps) {
  const [, count = '', currentUnit] = simpleDuration.exec(value) ?? [];
  // An emptied number keeps its unit.
  const [unit, setUnit] = useState(currentUnit ?? 'Y');
  if (currentUnit !== undefined && currentUnit !== unit) setUnit(currentUnit);
  const [isTyped, setTyped] = useState(false);
  // While a compound duration is typed, it may briefly be a simple one.
  if (isTyped || (value !== '' && currentUnit === undefined))
    return (
      <TextInput
        label={t('badges.validFor')}
        description={t('badges.validFor.hint')}
        value={value}
        error={error}
        onFocus={() => setTyped(true)}
        onBlur={() => setTyped(false)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('badges.validFor')}
        description={t('badges.validFor.hint')}
        placeholder={t('badges.validFor.unlimited')}
        inputMode="numeric"
        value={count}
        error={error}
        onChange={({ currentTarget }) => {
          const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, 5);
          onChange(digits === '' ? '' : `P${digits}${unit}`);
        }}
      />
      <Select
        label={t('badges.validFor.unit')}
        data={units.map((one) => ({ value: one, label: t(`badges.validFor.${one}`) }))}
        value={unit}
        disabled={count === ''}
        allowDeselect={false}
        onChange={(one) => one && onChange(`P${count}${one}`)}
      />
    </div>
  );
}

type SkillFieldsProps = {
  row: Skill;
  change: (next: Partial<Skill>) => void;
  getError: (field: keyof Skill) => string | undefined;
  language: string;
};

/**
 * Alignment of a badge. The link comes first, because the other fields can be filled in from it.
 */
function SkillFields({ row, change, getError, language }: SkillFieldsProps) {
  const { lookUp, isBusy, isFilled, error } = useSkillLookup(row, change, language);
  const field = (name: keyof Skill) => ({
    label: t(`badges.skills.${name}`),
    value: row[name],
    error: getError(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        {...field('targetUrl')}
        wrapperProps={{ 'data-wide': true }}
        inputMode="url"
        error={error ?? getError('targetUrl')}
        description={isFilled && t('badges.skills.filled')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputContainer={(input) => (
          <div className={classes.lookUp}>
            {input}
            <Button
              variant="default"
              loading={isBusy}
              disabled={row.targetUrl.trim() === ''}
              onClick={() => void lookUp(row.targetUrl)}
            >
              {t('badges.skills.lookUp')}
            </Button>
            <span role="status" className="unseen">
              {isFilled && t('badges.skills.filled')}
            </span>
          </div>
        )}
        onPaste={({ clipboardData }) => {
          const pasted = clipboardData.getData('text').trim();
          if (isEmptySkill(row) && /^https?:/i.test(pasted)) void lookUp(pasted);
        }}
      />
      <TextInput {...field('targetName')} wrapperProps={{ 'data-wide': true }} />
      <Textarea {...field('targetDescription')} wrapperProps={{ 'data-wide': true }} rows={3} />
      <TextInput {...field('targetFramework')} />
      <TextInput {...field('targetCode')} />
    </>
  );
}

/** Fills in a row from its link. Results for a changed link are dropped. */
function useSkillLookup(row: Skill, change: (next: Partial<Skill>) => void, language: string) {
  const { api } = useAccount();
  const [request, setRequest] = useState<AbortController>();
  const [error, setError] = useState<{ text: string; url: string }>();
  const [found, setFound] = useState<SkillSuggestion>();
  // The user may edit other fields meanwhile.
  const latest = useRef({ row, change });
  useEffect(() => {
    latest.current = { row, change };
  });
  useEffect(() => () => request?.abort(), [request]);

  const lookUp = async (url: string) => {
    const call = new AbortController();
    setRequest(call);
    setError(undefined);
    const result = await describeLink(api, { url, language }, call.signal);
    setRequest((now) => (now === call ? undefined : now));
    const { row: now, change: put } = latest.current;
    if (call.signal.aborted || !isSame(now.targetUrl, url)) return;
    if (typeof result === 'string') return setError({ text: result, url });
    put(fillSkill(now, result, found));
    setFound(result);
  };
  return {
    lookUp,
    isBusy: request !== undefined,
    isFilled: found !== undefined && isSame(found.targetUrl, row.targetUrl),
    error: error && isSame(error.url, row.targetUrl) ? error.text : undefined,
  };
}

function isSame(one = '', other = ''): boolean {
  return one.trim() === other.trim();
}

/** Returns the description, or an error message. */
async function describeLink(
  api: Client,
  { url, language }: { url: string; language: string },
  signal: AbortSignal,
): Promise<SkillSuggestion | string> {
  const errors = findBodyErrors(lookUpAlignment.body, { url });
  const [error] = Object.values(describeFieldErrors(errors));
  if (error) return error;
  const body = { url, language };
  const isValid = findBodyErrors(lookUpAlignment.body, body).length === 0;
  try {
    return await api.alignments.lookUp(isValid ? body : { url }, { signal });
  } catch (error) {
    return describeProblem(error);
  }
}
