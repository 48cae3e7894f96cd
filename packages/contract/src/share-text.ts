import { prose } from './text.ts';

/** What may stand in a share text (decisions, "Placeholders"). */
export const placeholders = ['badge_name', 'issuer_name', 'recipient_name'] as const;

/** Plain text of at most 1,000 characters; `{{badge_name}}`, `{{issuer_name}}`, `{{recipient_name}}` are filled in. */
export const shareText = prose({ max: 1_000 })
  .refine((text) => !/<\/?[a-z!]/i.test(text), 'must not contain HTML')
  .refine((text) => unknownPlaceholder(text) === undefined, {
    error: (issue) =>
      `unknown placeholder ${unknownPlaceholder(String(issue.input))}: use ${placeholders.map((name) => `{{${name}}}`).join(', ')}`,
  });

/** What a badge without a share text of its own says (interface specification §2.4). */
export const defaultShareText =
  'I have earned the credential “{{badge_name}}” from {{issuer_name}}.';

/** Puts the values in; what a value contains is not looked at again. */
export function fillShareText(
  text: string,
  values: Record<(typeof placeholders)[number], string>,
): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? values[name as (typeof placeholders)[number]] : found,
  );
}

function unknownPlaceholder(text: string): string | undefined {
  const known: readonly string[] = placeholders;
  return text.match(/\{\{[^{}]*\}\}/g)?.find((found) => !known.includes(found.slice(2, -2).trim()));
}
