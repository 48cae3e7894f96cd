/**
 * A rule that a document breaks. `message` completes “It …”. `section` is the part of the
 * specification that contains the rule.
 */
export type Fault = { section: string; message: string };
export type Rule = [section: string, isGood: boolean, message: string];

export function broken(rules: Rule[]): Fault[] {
  return rules
    .filter(([, isGood]) => !isGood)
    .map(([section, , message]) => ({ section, message }));
}
