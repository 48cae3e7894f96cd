/** An answer that is neither the success of an operation nor a refusal in the one shape. */
export type Other = {
  status: number;
  /** When it is given, for people who call the operation. */
  when: string;
  /** Media types; a redirect and what the reader has already have none. */
  serves?: readonly string[];
};

export const ledToPage: Other = {
  status: 303,
  when: 'To the page, where `Accept` ranks HTML above both forms of JSON.',
};
export const unchanged: Other = {
  status: 304,
  when: 'The reader has it: `If-None-Match` names its `ETag`.',
};
export const ledToOwnHost: Other = {
  status: 302,
  when: 'A browser that asks under another host is led to that of this service.',
};

/** A refusal that people are told on a page. */
export function toldOnPage(status: number, when: string): Other {
  return { status, when, serves: ['text/html'] };
}
