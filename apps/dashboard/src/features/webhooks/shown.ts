/** JSON with a line for each member; what is none stays as it is. */
export function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What is typed before it is deleted. */
export const shortName = (url: string): string => new URL(url).host;

/** A moment as fields for date and time have it, in the reader's time zone. */
export function localMoment(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The moment that such a field names, in UTC; empty while it names none. */
export function utcOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
