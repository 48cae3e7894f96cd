import type {
  ErrorDetail,
  getSsoConnection,
  OperationPayload,
  SsoConnectionChange,
  SsoWarning,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Trx } from '../../platform/db/index.ts';
import type { App } from '../../platform/http/index.ts';
import type { SsoCheck, SsoIdentity } from './rules.ts';
import type { Connection, SsoRequest } from './store.ts';

/** A request that starts now. The protocol adds what it needs and saves it. */
export type StartedRequest = Pick<SsoRequest, 'isTest' | 'next' | 'browser' | 'personId'> & {
  /** Address that the user typed, for the provider's form. */
  loginHint: string | undefined;
  /** The provider asks for the password again, even if the user is signed in there. */
  isFresh: boolean;
};

export type Http = { request: FastifyRequest; reply: FastifyReply };

/** One sign-in or test, from the provider's answer to our response. */
export type SignInAttempt = {
  http: Http;
  connection: Connection;
  /** Set by `takeRequest`. */
  request: SsoRequest | undefined;
  /** For the report of a test. The protocol adds its own. */
  checks: SsoCheck[];
};

export type SignInFlow = {
  /** Runs a step of a protocol. A refusal becomes a page with a reference, or the report of a test. */
  guard: (
    http: Http,
    connectionId: string,
    run: (attempt: SignInAttempt) => Promise<FastifyReply>,
  ) => Promise<FastifyReply>;
  /** Uses up the request that the state, or the ID of an AuthnRequest, names. */
  takeRequest: (
    attempt: SignInAttempt,
    state: string,
    options?: { isFromOtherSite?: boolean },
  ) => Promise<void>;
  /** Signs the user in, or shows the report of a test. */
  complete: (attempt: SignInAttempt, identity: SsoIdentity) => Promise<FastifyReply>;
  /** Signs in the user of `complete`, after the browser's user agreed to be replaced. */
  confirmSwitch: (attempt: SignInAttempt, code: string) => Promise<FastifyReply>;
};

/** Settings as stored: what the API shows, and a secret to seal. */
export type StoredSettings = {
  settings: Record<string, unknown>;
  /** Undefined if the secret stays unchanged. */
  secret?: string | undefined;
  /** True if earlier identities no longer mean the same users. */
  isOtherProvider?: boolean;
};

/** New settings from a request's body. `before` is undefined for a new connection. */
export type SettingsChange = {
  /** Errors of the body's `oidc` or `saml`, with paths. */
  findErrors: (before: Connection | undefined) => ErrorDetail[];
  /** Runs if there are none. */
  apply: (before: Connection | undefined) => StoredSettings;
  /** Runs in the transaction that stores the connection, for tables of the protocol. */
  saved?: (trx: Trx, connectionId: string) => Promise<void>;
};

export type SsoProtocol = {
  /** Does what takes too long for a transaction: fetches metadata, makes keys. */
  prepare: (input: SsoConnectionChange, isNew: boolean) => Promise<SettingsChange>;
  /** The `oidc` or `saml` member of a response. */
  describe: (
    connection: Connection,
  ) => Pick<OperationPayload<typeof getSsoConnection>, 'oidc' | 'saml'>;
  /** Saves the request, and returns the URL that the browser continues with. */
  start: (connection: Connection, started: StartedRequest) => Promise<string>;
  /** Secrets and certificates that expire within 30 days. Uses no network. */
  findWarnings: (connection: Connection, now: Date) => SsoWarning[] | Promise<SsoWarning[]>;
  /** Adds the routes that the provider sends browsers to. They end in `flow.complete`. */
  register: (app: App, flow: SignInFlow) => void;
};
