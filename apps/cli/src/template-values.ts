import { InvalidArgumentError } from 'commander';

const names = ['title', 'issuer', 'icon', 'accentColor'] as const;
/** Words to fill a template with. */
export type TemplateValues = Partial<Record<(typeof names)[number], string>>;

/** Collects repeated `--set name=value` options. The last one wins. */
export function addTemplateValue(text: string, before: TemplateValues = {}): TemplateValues {
  const [given = ''] = text.split('=', 1);
  const name = names.find((known) => known === given);
  if (!name || given.length === text.length)
    throw new InvalidArgumentError(
      `It must be one of ${names.map((known) => `${known}=…`).join(', ')}`,
    );
  return { ...before, [name]: text.slice(given.length + 1) };
}
