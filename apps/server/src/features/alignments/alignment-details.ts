/** The description as found, unlimited and unchecked. */
export type AlignmentDetails = {
  name?: string | undefined;
  description?: string | undefined;
  framework?: string | undefined;
  code?: string | undefined;
  /** The address it claims. */
  address?: string | undefined;
};

/** Head metadata and JSON-LD of a page. */
export type PageContent = {
  title?: string;
  /** Keys in lower case. */
  meta: ReadonlyMap<string, string>;
  data: unknown[];
};
