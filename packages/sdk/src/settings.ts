export type Options = {
  signal?: AbortSignal | undefined;
  /** Of what the service can be asked for once only; made by itself when not given. */
  idempotencyKey?: string | undefined;
  /** The `etag` of what was read: it is written only while nobody else has written it (`precondition_failed`). */
  ifMatch?: string | undefined;
};

/** Of what two may write: which state of it this is. */
export type Tagged = {
  /** For `ifMatch` of the write; empty when something on the way took it out. */
  etag: string;
};

/** Of what goes on for a while. */
export type Following = {
  signal?: AbortSignal | undefined;
  /** Milliseconds between two looks; 500 when not given. */
  every?: number | undefined;
};

export type Settings = {
  /** Where the service is, such as `https://badges.example.org`. */
  baseUrl: string;
  /** `insignia_…`: acts for the account that it belongs to. */
  apiKey?: string | undefined;
  /** A JWT from `GET /api/auth/token`, or a function that gives one. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** `true`: the browser's session cookie. */
  session?: true | undefined;
  /** With token or session: the account that is meant, when it is not your own. */
  accountId?: string | undefined;
  /** How often what may be repeated is tried in all; 4 when not given. */
  attempts?: number | undefined;
  fetch?: typeof fetch | undefined;
  /** Told once of each member that means nothing to the service; console.warn when not given. */
  onIgnored?: ((message: string) => void) | undefined;
};
