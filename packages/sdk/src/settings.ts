export type Options = {
  signal?: AbortSignal | undefined;
  /** For operations that must run once. Generated if omitted. */
  idempotencyKey?: string | undefined;
  /**
   * The `etag` of an earlier read. The write fails with `precondition_failed` if the resource has
   * changed since.
   */
  ifMatch?: string | undefined;
};

/** Identifies the state of a resource. */
export type EntityTag = {
  /** Pass it to the write as `ifMatch`. Empty if a proxy removed it. */
  etag: string;
};

export type FollowOptions = {
  signal?: AbortSignal | undefined;
  /** Polling interval in milliseconds. Default: 500. */
  every?: number | undefined;
};

export type Settings = {
  /** Base URL of the service, such as `https://badges.example.org`. */
  baseUrl: string;
  /** `insignia_…`. Acts for the key's account. */
  apiKey?: string | undefined;
  /** A JWT from `GET /api/auth/token`, or a function that returns one. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** `true` uses the browser's session cookie. */
  session?: true | undefined;
  /** Account to act for with a token or session, if not your own. */
  accountId?: string | undefined;
  /** Maximum attempts for repeatable calls. Default: 4. */
  attempts?: number | undefined;
  fetch?: typeof fetch | undefined;
  /** Called once per member that the service ignored. Default: console.warn. */
  onIgnored?: ((message: string) => void) | undefined;
};
