import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Plan, plans, recipientNameMin } from '@insignia/contract';
import { type Cdn, cdnForms } from '../platform/cdn/rules.ts';
import type { ImagePlace } from '../platform/images/index.ts';
import { type ArchiveSettings, archiveFaults, readArchive } from './archive.ts';
import type { Env } from './env.ts';
import { withFiles } from './files.ts';
import { usableMemory } from './memory.ts';
import * as parse from './parsers.ts';
import { reachabilityWarning } from './reachability.ts';
import { readTuning, tuningOfServer } from './tuning.ts';

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
  /** Where the log of the embedded one is kept too, so that any moment can be restored; undefined: nowhere. */
  archive: ArchiveSettings | undefined;
  /** SMTP server; undefined means files in `dataDir`/mail. */
  smtpUrl: string | undefined;
  mailFrom: parse.Mailbox;
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
  role: 'api' | 'worker' | 'all';
  /** How many on this machine answer requests; with more than one there is another that works. */
  processes: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  metricsPort: number | undefined;
  /** Where traces go, and which of them; undefined: none are made. */
  tracing: Tracing | undefined;
};

export type Tracing = {
  endpoint: string;
  sampler: (typeof samplers)[number];
  /** Of all traces, 0 to 1, for samplers by ratio. */
  ratio: number;
};

const mostProcesses = 64;

export type ReadConfig = { config: Config; faults: string[]; warnings: string[] };

const usualSchedule = parse.durations('5s,30s,2m,10m,1h,3h');

/** OpenTelemetry's own names. */
const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;

export function readConfig(given: Env, memoryBytes = usableMemory()): ReadConfig {
  const { env, faults } = withFiles(given);
  function read<T>(name: string, fallback: T, reader: (text: string) => T): T {
    const text = env(name);
    if (text === undefined) return fallback;
    try {
      return reader(text);
    } catch (cause) {
      faults.push(`${name} ${(cause as Error).message}`);
      return fallback;
    }
  }
  const port = read('PORT', 3000, (text) => parse.wholeNumber(text, 0, 65_535));
  const databaseUrl = read<string | undefined>('DATABASE_URL', undefined, parse.database);
  const traces = read<string | undefined>('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, (text) =>
    parse.urlWith(text, ['http:', 'https:']),
  );
  const sampler = read('OTEL_TRACES_SAMPLER', 'parentbased_always_on', (text) =>
    parse.oneOf(text, samplers),
  );
  const ratio = read('OTEL_TRACES_SAMPLER_ARG', 1, parse.ratio);
  const oidcIssuer = read<string | undefined>('OIDC_ISSUER', undefined, parse.secureUrl);
  const oidcAudience = env('OIDC_AUDIENCE');
  const nobody = { name: 'Insignia', address: 'insignia@localhost' };
  const mailFrom = read('MAIL_FROM', nobody, parse.mailbox);
  const dataDir = resolve(env('DATA_DIR') ?? './data');
  const isOff = env('OTEL_SDK_DISABLED') === 'true';
  const config: Config = {
    tracing: traces && !isOff ? { endpoint: traces, sampler, ratio } : undefined,
    port,
    host: env('HOST') ?? '127.0.0.1',
    baseUrl: read('BASE_URL', `http://localhost:${port}`, parse.origin),
    baseUrlMayChange:
      read('BASE_URL_CHANGED', 'no', (text) => parse.oneOf(text, ['yes', 'no'])) === 'yes',
    dataDir,
    databaseUrl,
    databaseReadUrl: read<string | undefined>('DATABASE_READ_URL', undefined, parse.replicas),
    databaseListenUrl: read<string | undefined>(
      'DATABASE_LISTEN_URL',
      undefined,
      parse.directDatabase,
    ),
    postgres: readTuning(memoryBytes, read),
    archive: readArchive(dataDir, read),
    smtpUrl: read<string | undefined>('SMTP_URL', undefined, (text) =>
      parse.urlWith(text, ['smtp:', 'smtps:']),
    ),
    mailFrom,
    mailFromName: read('MAIL_FROM_NAME', parse.usualSender(mailFrom), parse.senderPattern),
    mailBounceToken: read<string | undefined>('MAIL_BOUNCE_TOKEN', undefined, parse.token),
    signUp: read('SIGN_UP', 'open', (text) => parse.oneOf(text, ['open', 'invited', 'closed'])),
    defaultPlan: read('DEFAULT_PLAN', 'free', (text) =>
      parse.oneOf(text, Object.keys(plans) as Plan[]),
    ),
    recipientNameMin: read('RECIPIENT_NAME_MIN', recipientNameMin, (text) =>
      parse.wholeNumber(text, 1, 50),
    ),
    secret: read<string | undefined>('SECRET', undefined, parse.secret),
    secretPrevious: read<string | undefined>('SECRET_PREVIOUS', undefined, parse.secret),
    oidc: oidcIssuer && oidcAudience ? { issuer: oidcIssuer, audience: oidcAudience } : undefined,
    trustProxy: read('TRUST_PROXY', [], parse.cidrList),
    cdn: readCdn(env, read),
    webhookSchedule: read('WEBHOOK_RETRY_SCHEDULE', usualSchedule, parse.durations),
    webhookAllowedCidrs: read('WEBHOOK_ALLOWED_PRIVATE_CIDRS', [], parse.cidrList),
    verifyAllowedCidrs: read('VERIFY_ALLOWED_PRIVATE_CIDRS', [], parse.cidrList),
    imageStore: read('IMAGE_STORE', parse.imagePlace('file', dataDir), (text) =>
      parse.imagePlace(text, dataDir),
    ),
    imageStorePrevious: read<ImagePlace | undefined>('IMAGE_STORE_PREVIOUS', undefined, (text) =>
      parse.imagePlace(text, dataDir),
    ),
    drainSeconds: read('DRAIN_SECONDS', databaseUrl ? 5 : 0, (text) =>
      parse.wholeNumber(text, 0, 60),
    ),
    rateLimit: read('RATE_LIMIT', 1, parse.rateLimit),
    role: read('ROLE', 'all', (text) => parse.oneOf(text, ['api', 'worker', 'all'])),
    processes: read('PROCESSES', 1, (text) =>
      text === 'auto' ? availableParallelism() : parse.wholeNumber(text, 1, mostProcesses),
    ),
    logLevel: read('LOG_LEVEL', 'info', (text) =>
      parse.oneOf(text, ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    ),
    metricsPort: read<number | undefined>('METRICS_PORT', undefined, (text) =>
      parse.wholeNumber(text, 1, 65_535),
    ),
  };
  const isShared =
    read('IMAGE_STORE_SHARED', 'no', (text) => parse.oneOf(text, ['yes', 'no'])) === 'yes';
  faults.push(...unmet(config, env, isShared), ...(databaseUrl ? tuningOfServer(env) : []));
  return { config, faults, warnings: reachabilityWarning(config.baseUrl) };
}

type Read = <T>(name: string, fallback: T, reader: (text: string) => T) => T;

function readCdn(env: Env, read: Read): Cdn | undefined {
  const url = read<string | undefined>('CDN_PURGE_URL', undefined, (text) =>
    parse.hook(parse.urlWith(text, ['https:', 'http:'])),
  );
  const form = read('CDN_PURGE_FORM', 'generic', (text) => parse.oneOf(text, cdnForms));
  const maxAge = read('CDN_MAX_AGE_SECONDS', 3_600, (text) =>
    parse.wholeNumber(text, 60, 31_536_000),
  );
  return url ? { url, form, maxAge, token: env('CDN_PURGE_TOKEN') } : undefined;
}

/** What one setting asks of another. */
function unmet(config: Config, env: Env, isShared: boolean): string[] {
  const faults: string[] = [];
  if (config.smtpUrl && !env('MAIL_FROM'))
    faults.push('MAIL_FROM is required with SMTP_URL, such as "Badges <badges@example.org>"');
  if (config.databaseUrl && !env('SECRET') && !env('SECRET_FILE'))
    faults.push(
      'SECRET is required with DATABASE_URL, at least 32 characters (try: openssl rand -base64 32)',
    );
  const forCdn = ['CDN_PURGE_TOKEN', 'CDN_PURGE_FORM', 'CDN_MAX_AGE_SECONDS'].find((name) =>
    env(name),
  );
  if (forCdn && !env('CDN_PURGE_URL')) faults.push(`${forCdn} needs CDN_PURGE_URL`);
  faults.push(...withoutServer(config), ...archiveFaults(config, env));
  if (config.role !== 'all' && 'folder' in config.imageStore && !isShared)
    faults.push(
      `ROLE=${config.role} needs pictures that all processes see: set IMAGE_STORE=s3://…, or IMAGE_STORE_SHARED=yes when they are on a disk that all of them share`,
    );
  if (Boolean(env('OIDC_ISSUER')) !== Boolean(env('OIDC_AUDIENCE')))
    faults.push('OIDC_ISSUER and OIDC_AUDIENCE are required together');
  return faults;
}

function withoutServer({ databaseUrl, databaseReadUrl, databaseListenUrl }: Config): string[] {
  if (databaseUrl) return [];
  const faults = [
    databaseReadUrl && 'DATABASE_READ_URL is for replicas of a server: it needs DATABASE_URL',
    databaseListenUrl &&
      'DATABASE_LISTEN_URL is for a server behind a pooler: it needs DATABASE_URL',
  ];
  return faults.filter((fault) => fault !== undefined);
}
