import type { Plan } from '@insignia/contract';
import ipaddr from 'ipaddr.js';
import type { Cdn } from '../platform/cdn/rules.ts';
import type { ImagePlace } from '../platform/images/index.ts';
import type { S3Place } from '../platform/images/s3.ts';
import type { PinPlace } from '../platform/pins/places.ts';
import type { Mailbox, Server } from './parsers.ts';

export type Config = {
  host: string;
  port: number;
  baseUrl: string;
  baseUrlMayChange: boolean;
  dataDir: string;
  /** PostgreSQL server. Undefined means the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** Replicas for public reads. Used only while they are up to date. */
  databaseReadUrl: string | undefined;
  /** Connection for LISTEN. Undefined means `databaseUrl`, unless that is a pooler. */
  databaseListenUrl: string | undefined;
  /** Settings of the embedded server, by PostgreSQL's names. */
  postgres: Record<string, string>;
  /** SMTP server. Undefined means files in `dataDir`/mail. */
  smtpUrl: string | undefined;
  mailFrom: Mailbox;
  /** Sender name of an issuer's emails. `{issuer}` is replaced. */
  mailFromName: string;
  /** Secret part of the URL for bounce reports. Undefined disables it. */
  mailBounceToken: string | undefined;
  signUp: 'open' | 'invited' | 'closed';
  /** Directories can provision members at `/scim/v2`. */
  scim: boolean;
  /** Recipients can sign in at `/my`. */
  hasMyCredentials: boolean;
  defaultPlan: Plan;
  /** Minimum length of a recipient's name. */
  recipientNameMin: number;
  /** Undefined means generated and stored in `dataDir`. */
  secret: string | undefined;
  secretPrevious: string | undefined;
  /** Identity provider whose JWTs are accepted. */
  oidc: { issuer: string; audience: string } | undefined;
  trustProxy: string[];
  /** CDN to purge. Undefined if there is none. */
  cdn: Cdn | undefined;
  /** Delays between delivery attempts, in milliseconds. */
  webhookSchedule: number[];
  /** Private ranges that receivers may be in. */
  webhookAllowedCidrs: string[];
  /** Private ranges that /verify may fetch from. */
  verifyAllowedCidrs: string[];
  /** Private ranges that identity providers and LTI platforms may be in, also over http. */
  ssoAllowedCidrs: string[];
  /** Resolvers for the TXT records of domains. Empty for the system's. */
  dnsServers: Server[];
  imageStore: ImagePlace;
  /** Former image store during a move. */
  imageStorePrevious: ImagePlace | undefined;
  /** Bucket that receives a static export every week. */
  staticExport: S3Place | undefined;
  /** Services that pin published pictures. */
  imagePins: PinPlace[];
  /** Time after SIGTERM in which `/readyz` returns 503 before the port closes. */
  drainSeconds: number;
  /** Factor for all rate limits. 0 disables them. */
  rateLimit: number;
  /** Maximum time for a request to arrive, headers and body together. */
  requestTimeoutSeconds: number;
  role: 'api' | 'worker' | 'all';
  /** Number of API processes. With several, one more runs jobs. */
  processes: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  metricsPort: number | undefined;
  /** Trace export. Undefined disables tracing. */
  tracing: Tracing | undefined;
};

/** OpenTelemetry's names. */
export const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;

export type Tracing = {
  endpoint: string;
  sampler: (typeof samplers)[number];
  /** Share of traces, 0 to 1, for ratio samplers. */
  ratio: number;
};

/** Warns about a BASE_URL that verifiers can't reach or accept. */
export function getReachabilityWarnings(baseUrl: string): string[] {
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const local =
    host === 'localhost' ||
    /\.(localhost|local|internal|lan|test)$/.test(host) ||
    !/[.:]/.test(host);
  const privateAddress = ipaddr.isValid(host) && ipaddr.parse(host).range() !== 'unicast';
  if (local || privateAddress)
    return [
      `BASE_URL ${baseUrl} is private, so nobody else can verify your credentials. Set a public URL before you issue the first real credential`,
    ];
  if (port) return [`BASE_URL ${baseUrl} has a port, and some verifiers reject such URLs`];
  if (protocol === 'http:')
    return [
      `BASE_URL ${baseUrl} isn't https, so credentials can be forged on the way to a verifier`,
    ];
  return [];
}
