import type { Plan } from '@insignia/contract';
import type { Cdn } from '../platform/cdn/rules.ts';
import type { ImagePlace } from '../platform/images/index.ts';
import type { Mailbox } from './parsers.ts';

export type Config = {
  host: string;
  port: number;
  baseUrl: string;
  baseUrlMayChange: boolean;
  dataDir: string;
  /** PostgreSQL server; undefined means the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** Replicas that public answers are read from, as far as they are fresh enough. */
  databaseReadUrl: string | undefined;
  /** Where to listen to what others announce; undefined: where `databaseUrl` leads, unless that is a pooler. */
  databaseListenUrl: string | undefined;
  /** How the embedded one is started: PostgreSQL's own names and values. */
  postgres: Record<string, string>;
  /** SMTP server; undefined means files in `dataDir`/mail. */
  smtpUrl: string | undefined;
  mailFrom: Mailbox;
  /** The name that mails of an issuer come from; `{issuer}` stands for the issuer's. */
  mailFromName: string;
  /** In the address that mail providers report bounces to; undefined: there is none. */
  mailBounceToken: string | undefined;
  signUp: 'open' | 'invited' | 'closed';
  defaultPlan: Plan;
  /** Characters that a recipient's name has at least. */
  recipientNameMin: number;
  /** undefined: kept in `dataDir`, made at the first start. */
  secret: string | undefined;
  secretPrevious: string | undefined;
  /** An identity provider whose JWTs are accepted too. */
  oidc: { issuer: string; audience: string } | undefined;
  trustProxy: string[];
  /** A cache of many places in front, and how it is told of changes; undefined: there is none that is told. */
  cdn: Cdn | undefined;
  /** Delays between the attempts of a delivery, milliseconds. */
  webhookSchedule: number[];
  /** Non-public ranges in which receivers may be. */
  webhookAllowedCidrs: string[];
  /** Ranges in which other issuers may be that /verify asks. */
  verifyAllowedCidrs: string[];
  imageStore: ImagePlace;
  /** Where images were, while they move. */
  imageStorePrevious: ImagePlace | undefined;
  /** For so long after SIGTERM `/readyz` is 503 before the port closes. */
  drainSeconds: number;
  /** By how much every cap over time is raised: 1 as it is, 0 none. */
  rateLimit: number;
  /** How long a request may take to arrive, headers and body together. */
  requestTimeoutSeconds: number;
  role: 'api' | 'worker' | 'all';
  /** How many on this machine answer requests; with more than one there is another that works. */
  processes: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  metricsPort: number | undefined;
  /** Where traces go, and which of them; undefined: none are made. */
  tracing: Tracing | undefined;
};

/** OpenTelemetry's own names. */
export const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;

export type Tracing = {
  endpoint: string;
  sampler: (typeof samplers)[number];
  /** Of all traces, 0 to 1, for samplers by ratio. */
  ratio: number;
};
