/** What something says of itself, as it is written there: of any length, with any characters. */
export type Words = {
  name?: string | undefined;
  description?: string | undefined;
  framework?: string | undefined;
  code?: string | undefined;
  /** The address that it calls its own. */
  address?: string | undefined;
};

/** What a page says of itself in its head, and the JSON-LD within it. */
export type Page = {
  title?: string;
  /** By name, in small letters. */
  meta: ReadonlyMap<string, string>;
  data: unknown[];
};
