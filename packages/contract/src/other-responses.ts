/** A response that is neither success nor an error in the standard shape. */
export type OtherResponse = {
  status: number;
  /** When it is sent, for API users. */
  when: string;
  /** Media types. Redirects and 304 have none. */
  serves?: readonly string[];
};

export const redirectToPage: OtherResponse = {
  status: 303,
  when: 'To the page, where `Accept` ranks HTML above both forms of JSON.',
};
export const notModified: OtherResponse = {
  status: 304,
  when: 'The reader has it: `If-None-Match` names its `ETag`.',
};
export const redirectToOwnHost: OtherResponse = {
  status: 302,
  when: 'A browser that asks under another host is led to that of this service.',
};

/** An error shown to people as a page. */
export function createErrorPage(status: number, when: string): OtherResponse {
  return { status, when, serves: ['text/html'] };
}
