import { IntlMessageFormat } from 'intl-messageformat';
import { en } from '../messages/en.ts';

type Texts = Readonly<Record<string, string>>;
export type MessageId = keyof typeof en;

/**
 * Argument names of an ICU message: `{name}`, `{count, plural, …}`. Not words after `#` or within
 * choices.
 */
type Names<Text extends string> = Text extends `${string}{${infer Inside}`
  ? (
      Inside extends `${infer Name}}${string}`
        ? Name extends `${infer First},${string}`
          ? First
          : Name
        : never
    ) extends infer Found
    ? (Found extends `${string} ${string}` | `#${string}` | '' ? never : Found) | Names<Inside>
    : never
  : never;

type Values<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Record<Names<Text>, string | number | Date>];

/** Text of a message in the user's locale. A missing message or argument is a type error. */
type Translate<Messages extends Texts> = <Id extends keyof Messages>(
  id: Id,
  ...values: Values<Messages[Id]>
) => string;

/** Locale for numbers and dates. Texts are English so far. */
export const locale = navigator.languages.find(isLanguage) ?? 'en';

const formats = new Map<string, IntlMessageFormat>();

/** False for tags that Intl refuses. Some browsers append a system variant, as in en-US@posix. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

function getFormat(text: string): IntlMessageFormat {
  let format = formats.get(text);
  if (!format) {
    format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    formats.set(text, format);
  }
  return format;
}

/** Translates texts of some screens and shared ones. */
export function createTranslator<const Own extends Texts>(own: Own): Translate<typeof en & Own> {
  const messages: Texts = { ...en, ...own };
  return (id, ...[values]) => {
    const text = messages[String(id)] ?? '';
    if (!/[{'<]/.test(text)) return text;
    return String(getFormat(text).format(values && isolateTexts(values)));
  };
}

const rightToLeft =
  /[\p{Bidi_Control}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Isolates names with their own text direction. */
function isolateTexts<T extends object>(values: T): T {
  const entries = Object.entries(values).map(([name, value]) =>
    typeof value === 'string' && rightToLeft.test(value)
      ? [name, `\u2068${value}\u2069`]
      : [name, value],
  );
  return Object.fromEntries(entries) as T;
}

/** Inserts elements such as links into a text. */
export function formatParts<T>(
  text: string,
  values: Readonly<Record<string, T | string | number>>,
) {
  const found = getFormat(text).format<T>(values);
  return Array.isArray(found) ? found : [found];
}

export const t = createTranslator(en);
