import type { AttributeDefinition, BadgeDetails } from '@insignia/contract';
import { omitEmpty, parseRows, serializeRows } from '../../shared/rows.ts';
import type { FullBadge } from './queries.ts';

/** Details as form fields: one tag per line, lists as JSON. */
export type BadgeDetailFields = {
  tags: string;
  achievementType: string;
  language: string;
  validFor: string;
  hours: string;
  credits: string;
  attributes: string;
  alignment: string;
};

export const emptyDetails: BadgeDetailFields = {
  ...{ tags: '', achievementType: '', language: '' },
  ...{ validFor: '', hours: '', credits: '', attributes: '', alignment: '' },
};

export const emptyAttribute = {
  name: '',
  type: 'text' as AttributeDefinition['type'],
  resultType: '',
};

/** Makes a name of a vocabulary readable: “LearningProgram” is shown as “Learning Program”. */
export function splitCamelCase(word: string): string {
  return word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export function toDetailFields(badge: Pick<FullBadge, keyof BadgeDetails>): BadgeDetailFields {
  const { tags = [], achievementType = '', language = '', validFor = '', hours, credits } = badge;
  return {
    ...{ tags: tags.join('\n'), achievementType, language, validFor },
    ...{ hours: formatAmount(hours), credits: formatAmount(credits) },
    attributes: serializeRows(
      (badge.attributes ?? []).map((each) => ({ ...emptyAttribute, ...each })),
    ),
    alignment: serializeRows((badge.alignment ?? []).map((each) => ({ ...emptySkill, ...each }))),
  };
}

const formatAmount = (value: number | undefined): string => (value === undefined ? '' : `${value}`);

/** Also with a decimal comma. The contract's schema rejects what isn't a number. */
const parseAmount = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.replace(',', '.'));

export function hasDetails(details: BadgeDetailFields): boolean {
  return Object.keys(emptyDetails).some((name) => details[name as keyof BadgeDetailFields] !== '');
}

/** The request body. Empty values clear the field. */
export function toDetailsBody(details: BadgeDetailFields) {
  const { tags, achievementType, language, validFor, hours, credits } = details;
  const { attributes, alignment } = details;
  return {
    tags: tags.split('\n').filter((tag) => tag.trim() !== ''),
    achievementType: achievementType || null,
    language: language || null,
    validFor: validFor || null,
    ...{ hours: parseAmount(hours), credits: parseAmount(credits) },
    attributes: parseRows<typeof emptyAttribute>(attributes).map(({ name, type, resultType }) => ({
      ...{ name, type },
      ...(resultType && { resultType }),
    })),
    alignment: parseRows<Skill>(alignment).map(({ targetName, targetUrl, ...more }) => ({
      ...{ targetName, targetUrl },
      ...omitEmpty(more),
    })),
  };
}

/** Formats lists for people, one item per line. Returns other fields unchanged. */
export function formatDetail(field: string, value: string): string {
  if (field !== 'attributes' && field !== 'alignment') return value;
  return parseRows<Record<string, string>>(value)
    .map((row) => Object.values(omitEmpty(row)).join(' · '))
    .join('\n');
}

export const emptySkill = {
  ...{ targetName: '', targetUrl: '', targetDescription: '' },
  ...{ targetFramework: '', targetCode: '' },
};
export type Skill = typeof emptySkill;
export type SkillSuggestion = { [Field in keyof Skill]?: string | undefined };

export function isEmptySkill({ targetUrl: _, ...texts }: Skill): boolean {
  return Object.values(texts).every((value) => value.trim() === '');
}

/**
 * Replaces only fields that the user hasn't typed in. `before` contains the values filled in
 * earlier.
 */
export function fillSkill(
  row: Skill,
  found: SkillSuggestion,
  before: SkillSuggestion = {},
): Partial<Skill> {
  const isTyped = (field: keyof Skill) => row[field].trim() !== '' && row[field] !== before[field];
  const free = (Object.keys(emptySkill) as (keyof Skill)[]).filter(
    (field) => field !== 'targetUrl' && !isTyped(field),
  );
  return {
    ...Object.fromEntries(free.map((field) => [field, found[field] ?? ''])),
    targetUrl: found.targetUrl ?? row.targetUrl,
  };
}
