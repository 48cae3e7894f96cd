/** Languages for month names. Some browsers append a system variant such as en-US@posix. */
export const getReaderLocales = (): readonly string[] =>
  [...navigator.languages, 'en'].filter(isKnown);

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
