import { IntlMessageFormat } from 'intl-messageformat';
import { en } from '../messages/en.ts';

type Messages = typeof en;
export type MessageId = keyof Messages;

/** Names of the arguments in an ICU message: `{name}`, `{count, plural, …}`; words after `#` or in choices are none. */
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

type Values<Id extends MessageId> = [Names<Messages[Id]>] extends [never]
  ? []
  : [values: Record<Names<Messages[Id]>, string | number | Date>];

/** Of the reader, by whom numbers and dates are written; texts are English so far. */
export const locale = navigator.languages.find(isLanguage) ?? 'en';

const messages: Readonly<Record<MessageId, string>> = en;
const formats = new Map<MessageId, IntlMessageFormat>();

/** Some browsers tell what their system calls it, such as en-US@posix. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Whether there is a text of that name, among those that are named so. */
export function hasMessage<const Name extends string>(
  id: Name,
): id is Name & Extract<MessageId, `act.${string}`> {
  return Object.hasOwn(messages, id);
}

/** The text of a message, in the reader's locale. A missing message or argument is a type error. */
export function t<Id extends MessageId>(id: Id, ...[values]: Values<Id>): string {
  const text = messages[id];
  if (!/[{'<]/.test(text)) return text;
  let format = formats.get(id);
  if (!format) {
    format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    formats.set(id, format);
  }
  return String(format.format(values));
}
