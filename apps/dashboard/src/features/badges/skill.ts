/** An alignment row of the form. */
export const emptySkill = {
  ...{ targetName: '', targetUrl: '', targetDescription: '' },
  ...{ targetFramework: '', targetCode: '' },
};
export type Skill = typeof emptySkill;
export type Found = { [Field in keyof Skill]?: string | undefined };

export function saysNothingYet({ targetUrl: _, ...said }: Skill): boolean {
  return Object.values(said).every((value) => value.trim() === '');
}

/** Found values for fields the user hasn't typed in. `before` contains values filled in earlier. */
export function filledIn(row: Skill, found: Found, before: Found = {}): Partial<Skill> {
  const isTyped = (field: keyof Skill) => row[field].trim() !== '' && row[field] !== before[field];
  const free = (Object.keys(emptySkill) as (keyof Skill)[]).filter(
    (field) => field !== 'targetUrl' && !isTyped(field),
  );
  return {
    ...Object.fromEntries(free.map((field) => [field, found[field] ?? ''])),
    targetUrl: found.targetUrl ?? row.targetUrl,
  };
}
