import { prose } from './text.ts';

export const placeholders = ['badge_name', 'issuer_name', 'recipient_name'] as const;

/**
 * Plain text of at most 1,000 characters with the placeholders `{{badge_name}}`, `{{issuer_name}}`
 * and `{{recipient_name}}`.
 */
export const shareText = prose({ max: 1_000 })
  .refine((text) => !/<\/?[a-z!]/i.test(text), 'must not contain HTML')
  .refine((text) => unknownPlaceholder(text) === undefined, {
    error: (issue) =>
      `unknown placeholder ${unknownPlaceholder(String(issue.input))}. Use ${placeholders.map((name) => `{{${name}}}`).join(', ')}`,
  });

/** Default share text (interface specification §2.4). */
export const defaultShareText =
  'I have earned the credential “{{badge_name}}” from {{issuer_name}}.';

/** Replaces placeholders once: values aren't scanned again. */
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
