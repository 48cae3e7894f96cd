import type { Client } from '@insignia/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { addUrlOrJson, addValue, createNamedValueParser } from './repeated-options.ts';

const names = ['title', 'issuer', 'icon', 'accentColor'] as const;

/** Words to fill a template with. */
export type TemplateValues = Partial<Record<(typeof names)[number], string>>;

/** Collects repeated `--set name=value` options. The last one wins. */
export function addTemplateValue(text: string, before: TemplateValues = {}): TemplateValues {
  const [typed = ''] = text.split('=', 1);
  const name = names.find((known) => known === typed);
  if (!name || typed.length === text.length)
    throw new InvalidArgumentError(
      `It must be one of ${names.map((known) => `${known}=…`).join(', ')}`,
    );
  return { ...before, [name]: text.slice(typed.length + 1) };
}

type Details = Pick<
  Parameters<Client['badges']['create']>[0],
  | 'tags'
  | 'alignment'
  | 'achievementType'
  | 'language'
  | 'validFor'
  | 'certificateText'
  | 'hours'
  | 'credits'
  | 'attributes'
>;
type Alignment = NonNullable<Details['alignment']>[number];
type Attribute = NonNullable<Details['attributes']>[number];

/** Badge members beyond name, description and criteria, as options. */
export type DetailOptions = {
  tag?: string[];
  alignment?: (string | Alignment)[];
  achievementType?: string;
  language?: string;
  validFor?: string;
  certificateText?: string;
  hours?: number;
  credits?: number;
  attribute?: [string, string][];
};

export function addDetailOptions(command: Command): Command {
  return command
    .option('--tag <word>', 'tag of the badge; repeatable', addValue)
    .option(
      '--alignment <url-or-json>',
      'skill or standard: a URL to look up, or the complete JSON as in POST /badges; repeatable',
      addUrlOrJson,
    )
    .option('--achievement-type <type>', 'Open Badges 3.0 type, such as MicroCredential, or ext:…')
    .option('--language <tag>', 'language of the texts, such as en or pt-BR')
    .option('--valid-for <duration>', 'how long credentials are valid, such as P2Y or P90D')
    .option(
      '--certificate-text <text>',
      'what certificates print instead of the description, such as "for completing …"',
    )
    .option('--hours <number>', 'how many hours it takes', parseNumber)
    .option('--credits <number>', 'how many credits it counts for', parseNumber)
    .option(
      '--attribute <name=type>',
      'custom field of credentials: text, number, date or a result type, such as Grade=number or Mark=text:LetterGrade; repeatable',
      addAttribute,
    );
}

/** JSON has no NaN or Infinity: they would become null, which means no value. */
export function parseNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It must be a number, such as 25.');
  return value;
}

const types = ['text', 'number', 'date'] as const;
const addNamedValue = createNamedValueParser('Grade=number');

function addAttribute(text: string, before?: [string, string][]): [string, string][] {
  const all = addNamedValue(text, before);
  const [type] = all.at(-1)?.[1].split(':') ?? [];
  if (!types.some((each) => each === type))
    throw new InvalidArgumentError(`The type must be one of ${types.join(', ')}.`);
  return all;
}

/** Converts options to the API's form. Links are fetched first. */
export async function readDetailOptions(
  client: Client,
  { tag, alignment, attribute, ...options }: DetailOptions,
  signal: AbortSignal,
): Promise<Details> {
  const { language } = options;
  const lookUp = (url: string) =>
    client.alignments.lookUp({ url, ...(language ? { language } : {}) }, { signal });
  const found: Alignment[] = [];
  for (const each of alignment ?? [])
    found.push(typeof each === 'string' ? await lookUp(each) : each);
  return {
    ...(tag ? { tags: tag } : {}),
    ...(alignment ? { alignment: found } : {}),
    ...pickDefined(options),
    ...(attribute ? { attributes: attribute.map(parseAttribute) } : {}),
  };
}

type PlainOptions = Omit<DetailOptions, 'tag' | 'alignment' | 'attribute'>;

/** Options that the API has under the same name. */
function pickDefined(options: PlainOptions): PlainOptions {
  const { achievementType, language, validFor, certificateText, hours, credits } = options;
  const fields = { achievementType, language, validFor, certificateText, hours, credits };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function parseAttribute([name, kind]: [string, string]): Attribute {
  const [type = ''] = kind.split(':', 1);
  const resultType = kind.slice(type.length + 1);
  return { name, type: type as Attribute['type'], ...(resultType ? { resultType } : {}) };
}
