/** A skill or standard that a badge is aligned to, as a form has it. */
export const emptySkill = {
  ...{ targetName: '', targetUrl: '', targetDescription: '' },
  ...{ targetFramework: '', targetCode: '' },
};
export type Skill = typeof emptySkill;
export type Found = { [Field in keyof Skill]?: string | undefined };

export function saysNothingYet({ targetUrl: _, ...said }: Skill): boolean {
  return Object.values(said).every((value) => value.trim() === '');
}

/** What was found, but for what somebody has typed: `before` is what was filled in last, which counts as nobody's. */
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
