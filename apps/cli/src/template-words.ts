import { InvalidArgumentError } from 'commander';

const names = ['title', 'issuer', 'icon', 'accentColor'] as const;
/** What a template is filled with. */
export type TemplateWords = Partial<Record<(typeof names)[number], string>>;

/** One more `name=value` of `--set`; the last of a name holds. */
export function withWord(text: string, before: TemplateWords = {}): TemplateWords {
  const [given = ''] = text.split('=', 1);
  const name = names.find((known) => known === given);
  if (!name || given.length === text.length)
    throw new InvalidArgumentError(`It is one of ${names.map((known) => `${known}=…`).join(', ')}`);
  return { ...before, [name]: text.slice(given.length + 1) };
}
