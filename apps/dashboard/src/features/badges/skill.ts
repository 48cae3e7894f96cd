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
