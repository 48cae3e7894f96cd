import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Plan, plans, recipientNameMin } from '@insignia/contract';
import { type Cdn, cdnFormats } from '../platform/cdn/rules.ts';
import type { ImagePlace } from '../platform/images/index.ts';
import type { S3Place } from '../platform/images/s3.ts';
import { parsePinPlaces } from '../platform/pins/places.ts';
import { type Config, getReachabilityWarnings, samplers } from './config.ts';
import { usableMemory } from './memory.ts';
import type { Env, ReadSetting } from './parsers.ts';
import * as parse from './parsers.ts';
import { listServerTuning, readTuning } from './tuning.ts';

const MAX_PROCESSES = 64;

export type ReadConfig = { config: Config; errors: string[]; warnings: string[] };

const defaultSchedule = parse.durations('5s,30s,2m,10m,1h,3h');

export function readConfig(source: Env, memoryBytes = usableMemory()): ReadConfig {
  const { env, errors } = readSecretFiles(source);
  function read<T>(name: string, fallback: T, reader: (text: string) => T): T {
    const text = env(name);
    if (text === undefined) return fallback;
    try {
      return reader(text);
    } catch (cause) {
      errors.push(`${name} ${(cause as Error).message}`);
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
    smtpUrl: read<string | undefined>('SMTP_URL', undefined, (text) =>
      parse.urlWith(text, ['smtp:', 'smtps:']),
    ),
    mailFrom,
    mailFromName: read('MAIL_FROM_NAME', parse.defaultSenderPattern(mailFrom), parse.senderPattern),
    mailBounceToken: read<string | undefined>('MAIL_BOUNCE_TOKEN', undefined, parse.token),
    signUp: read('SIGN_UP', 'open', (text) => parse.oneOf(text, ['open', 'invited', 'closed'])),
    scim: read('SCIM', 'on', (text) => parse.oneOf(text, ['on', 'off'])) === 'on',
    hasMyCredentials:
      read('MY_CREDENTIALS', 'on', (text) => parse.oneOf(text, ['on', 'off'])) === 'on',
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
    cdn: readCdnConfig(env, read),
    webhookSchedule: read('WEBHOOK_RETRY_SCHEDULE', defaultSchedule, parse.durations),
    webhookAllowedCidrs: read('WEBHOOK_ALLOWED_PRIVATE_CIDRS', [], parse.cidrList),
    verifyAllowedCidrs: read('VERIFY_ALLOWED_PRIVATE_CIDRS', [], parse.cidrList),
    ssoAllowedCidrs: read('SSO_ALLOWED_PRIVATE_CIDRS', [], parse.cidrList),
    dnsServers: read<parse.Server[]>('DNS_SERVERS', [], parse.servers),
    imageStore: read('IMAGE_STORE', parse.imagePlace('file', dataDir), (text) =>
      parse.imagePlace(text, dataDir),
    ),
    imageStorePrevious: read<ImagePlace | undefined>('IMAGE_STORE_PREVIOUS', undefined, (text) =>
      parse.imagePlace(text, dataDir),
    ),
    staticExport: read<S3Place | undefined>('STATIC_EXPORT', undefined, parse.exportBucket),
    imagePins: read('IMAGE_PINS', [], parsePinPlaces),
    drainSeconds: read('DRAIN_SECONDS', databaseUrl ? 5 : 0, (text) =>
      parse.wholeNumber(text, 0, 60),
    ),
    rateLimit: read('RATE_LIMIT', 1, parse.rateLimit),
    requestTimeoutSeconds: read('REQUEST_TIMEOUT', 60, (text) => parse.wholeNumber(text, 1, 3_600)),
    role: read('ROLE', 'all', (text) => parse.oneOf(text, ['api', 'worker', 'all'])),
    processes: read('PROCESSES', 1, (text) =>
      parse.processes(text, MAX_PROCESSES, availableParallelism),
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
  errors.push(
    ...findSettingConflicts(config, env, isShared),
    ...(databaseUrl ? listServerTuning(env) : []),
  );
  return { config, errors, warnings: getReachabilityWarnings(config.baseUrl) };
}

function readCdnConfig(env: Env, read: ReadSetting): Cdn | undefined {
  const url = read<string | undefined>('CDN_PURGE_URL', undefined, (text) =>
    parse.purgeUrl(parse.urlWith(text, ['https:', 'http:'])),
  );
  const form = read('CDN_PURGE_FORM', 'generic', (text) => parse.oneOf(text, cdnFormats));
  const maxAge = read('CDN_MAX_AGE_SECONDS', 3_600, (text) =>
    parse.wholeNumber(text, 60, 31_536_000),
  );
  return url ? { url, form, maxAge, token: env('CDN_PURGE_TOKEN') } : undefined;
}

/** Settings that require another setting. */
function findSettingConflicts(config: Config, env: Env, isShared: boolean): string[] {
  const conflicts: string[] = [];
  if (config.smtpUrl && !env('MAIL_FROM'))
    conflicts.push(
      'MAIL_FROM is required with SMTP_URL, for example "Badges <badges@example.org>"',
    );
  if (config.databaseUrl && !env('SECRET') && !env('SECRET_FILE'))
    conflicts.push(
      'SECRET is required with DATABASE_URL and needs at least 32 characters. Create one: openssl rand -base64 32',
    );
  const forCdn = ['CDN_PURGE_TOKEN', 'CDN_PURGE_FORM', 'CDN_MAX_AGE_SECONDS'].find((name) =>
    env(name),
  );
  if (forCdn && !env('CDN_PURGE_URL')) conflicts.push(`${forCdn} requires CDN_PURGE_URL`);
  conflicts.push(...findEmbeddedConflicts(config));
  if (env('BACKUP_ARCHIVE'))
    conflicts.push(
      'BACKUP_ARCHIVE was removed. For point-in-time restore, use a PostgreSQL server with pgBackRest (docs/operate/backup.md)',
    );
  if (config.role !== 'all' && 'folder' in config.imageStore && !isShared)
    conflicts.push(
      `ROLE=${config.role} requires image storage that all processes share. Set IMAGE_STORE=s3://…, or IMAGE_STORE_SHARED=yes if they use the same disk`,
    );
  if (Boolean(env('OIDC_ISSUER')) !== Boolean(env('OIDC_AUDIENCE')))
    conflicts.push('OIDC_ISSUER and OIDC_AUDIENCE must be set together');
  return conflicts;
}

function findEmbeddedConflicts({
  databaseUrl,
  databaseReadUrl,
  databaseListenUrl,
}: Config): string[] {
  if (databaseUrl) return [];
  const conflicts = [
    databaseReadUrl &&
      'DATABASE_READ_URL requires DATABASE_URL, because only servers have replicas',
    databaseListenUrl &&
      "DATABASE_LISTEN_URL requires DATABASE_URL, because it's for servers behind a pooler",
  ];
  return conflicts.filter((conflict) => conflict !== undefined);
}

/** Secrets, which may also come from files, as container engines and systemd provide them. */
const secretSettings = [
  'SECRET',
  'SECRET_PREVIOUS',
  'SMTP_URL',
  'MAIL_BOUNCE_TOKEN',
  'CDN_PURGE_TOKEN',
  'IMAGE_PINS',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_LISTEN_URL',
];
const MAX_SECRET_FILE_BYTES = 64 * 1024;

/** `SECRET_FILE=/run/secrets/secret` sets `SECRET` to the file's contents. */
function readSecretFiles(env: Env): { env: Env; errors: string[] } {
  const errors: string[] = [];
  const found = new Map<string, string>();
  for (const name of secretSettings) {
    const path = env(`${name}_FILE`);
    if (path === undefined) continue;
    if (env(name) !== undefined) errors.push(`${name}_FILE and ${name} are both set. Remove one`);
    else {
      const { text, error } = readSecretFile(path);
      if (error) errors.push(`${name}_FILE ${error}`);
      else found.set(name, text);
    }
  }
  return { env: (name) => found.get(name) ?? env(name), errors };
}

function readSecretFile(path: string): { text: string; error?: string } {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') return { text, error: `names an empty file: ${path}` };
    if (text.length > MAX_SECRET_FILE_BYTES)
      return { text, error: `names a file that is too long: ${path}` };
    return { text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code ? (fileErrorReasons[code] ?? code) : (error as Error).message;
    return { text: '', error: `names a file that can't be read (${reason}): ${path}` };
  }
}

const fileErrorReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied for the account that runs Insignia',
  EISDIR: "it's a folder",
  ENOENT: "it doesn't exist",
};
