/** Pretty-prints JSON. Other text is unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export const getHostName = (url: string): string => new URL(url).host;

/** Formats a moment for `datetime-local` inputs, in the user's time zone. */
export function formatLocalDateTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Converts the value of a `datetime-local` input to UTC. Empty if incomplete. */
export function localToUtc(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
