import type { AttributeDefinition, BadgeDetails } from '@insignia/contract';
import { rowsAsText, rowsIn, saidIn } from '../../shared/rows.ts';
import type { WholeBadge } from './queries.ts';
import { emptySkill, type Skill } from './skill.ts';

/** As in the forms: texts, one tag per line, lists as JSON. */
export type Details = {
  tags: string;
  achievementType: string;
  language: string;
  validFor: string;
  attributes: string;
  alignment: string;
};

export const noDetails: Details = {
  ...{ tags: '', achievementType: '', language: '' },
  ...{ validFor: '', attributes: '', alignment: '' },
};

export const emptyAttribute = {
  name: '',
  type: 'text' as AttributeDefinition['type'],
  resultType: '',
};

/** Words of a vocabulary in readable form. */
export function kindInWords(word: string): string {
  return word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export function detailsOf(badge: Pick<WholeBadge, keyof BadgeDetails>): Details {
  const { tags = [], achievementType = '', language = '', validFor = '' } = badge;
  return {
    ...{ tags: tags.join('\n'), achievementType, language, validFor },
    attributes: rowsAsText(
      (badge.attributes ?? []).map((each) => ({ ...emptyAttribute, ...each })),
    ),
    alignment: rowsAsText((badge.alignment ?? []).map((each) => ({ ...emptySkill, ...each }))),
  };
}

export function hasDetails(details: Details): boolean {
  return Object.keys(noDetails).some((name) => details[name as keyof Details] !== '');
}

/** As sent to the API. Empty values clear the field. */
export function sentDetails(details: Details) {
  const { tags, achievementType, language, validFor, attributes, alignment } = details;
  return {
    tags: tags.split('\n').filter((tag) => tag.trim() !== ''),
    achievementType: achievementType || null,
    language: language || null,
    validFor: validFor || null,
    attributes: rowsIn<typeof emptyAttribute>(attributes).map(({ name, type, resultType }) => ({
      ...{ name, type },
      ...(resultType && { resultType }),
    })),
    alignment: rowsIn<Skill>(alignment).map(({ targetName, targetUrl, ...more }) => ({
      ...{ targetName, targetUrl },
      ...saidIn(more),
    })),
  };
}

/** A list for readers, one item per line. */
export function sayDetail(field: string, value: string): string {
  if (field !== 'attributes' && field !== 'alignment') return value;
  return rowsIn<Record<string, string>>(value)
    .map((row) => Object.values(saidIn(row)).join(' · '))
    .join('\n');
}
