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
  when: 'Redirect to the page, if `Accept` prefers HTML to both JSON formats.',
};
export const notModified: OtherResponse = {
  status: 304,
  when: 'Not modified: `If-None-Match` contains the current `ETag`.',
};
export const redirectToOwnHost: OtherResponse = {
  status: 302,
  when: "Redirect to this service's own host, for browsers that use another one.",
};

/** An error shown to people as a page. */
export function createErrorPage(status: number, when: string): OtherResponse {
  return { status, when, serves: ['text/html'] };
}
