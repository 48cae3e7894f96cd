/** A JSON object of unknown shape. */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** First value of a property, because JSON-LD allows arrays everywhere (JSON-LD 1.0 §6.9). */
export function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** All values of a property. */
export function all(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** First value as text. Objects are represented by their id. */
export function firstText(value: unknown): string | undefined {
  let one = first(value);
  while (isObject(one)) one = first(one.id ?? one['@id'] ?? one['@value']);
  return typeof one === 'string' && one.trim() !== '' ? one : undefined;
}

/** All text values. Other types are skipped. */
export function allTexts(value: unknown): string[] {
  return all(value).filter((each) => typeof each === 'string');
}

export function getId(document: Json): string | undefined {
  return firstText(document.id ?? document['@id']);
}

/** True if the document has one of the types, with or without prefix. */
export function isOfType(document: Json, ...types: string[]): boolean {
  const named = allTexts(document.type ?? document['@type']).map((type) =>
    type.replace(/^.*[:#/]/, ''),
  );
  return named.some((type) => types.includes(type));
}

/** The document itself, or the one in an array or `@graph` (JSON-LD 1.0 §6.12). */
export function findDocument(value: unknown, ...types: string[]): Json | undefined {
  if (Array.isArray(value)) return pick(value, types);
  if (isObject(value) && Array.isArray(value['@graph'])) {
    const found = pick(value['@graph'], types);
    return found && { '@context': value['@context'], ...found };
  }
  return isObject(value) ? value : undefined;
}

function pick(values: unknown[], types: string[]): Json | undefined {
  const objects = values.filter(isObject);
  return objects.find((each) => isOfType(each, ...types)) ?? objects[0];
}

const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * ISO 8601 date or date-time (Open Badges 2.0 §DateTime) in epoch milliseconds. UTC without a zone.
 */
export function parseTime(value: unknown): number | undefined {
  const written = firstText(value);
  const parts = written === undefined ? null : dateTime.exec(written.trim());
  if (!written || !parts) return undefined;
  const [, year, month, day, hour] = parts.map(Number);
  if (new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() !== day) return undefined;
  const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/.test(written.trim().slice(10));
  const isBareDate = parts[4] === undefined || Number.isNaN(hour);
  const parsed = Date.parse(isBareDate || hasZone ? written.trim() : `${written.trim()}Z`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** Host and port. `allowedOrigins` may contain a scheme. */
export function getHost(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = value.includes('://') ? value : `https://${value}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/**
 * A rule that a document breaks. `message` completes “It …”. `section` is the part of the
 * specification that contains the rule.
 */
export type ShapeError = { section: string; message: string };

export type ShapeRule = [section: string, isGood: boolean, message: string];

export function findBrokenRules(rules: ShapeRule[]): ShapeError[] {
  return rules
    .filter(([, isGood]) => !isGood)
    .map(([section, , message]) => ({ section, message }));
}
