/** A response that is neither success nor an error in the standard shape. */
export type Other = {
  status: number;
  /** When it is sent, for API users. */
  when: string;
  /** Media types. Redirects and 304 have none. */
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

/** An error shown to people as a page. */
export function toldOnPage(status: number, when: string): Other {
  return { status, when, serves: ['text/html'] };
}
