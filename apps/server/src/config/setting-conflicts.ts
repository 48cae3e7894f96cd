import type { Config } from './config.ts';
import type { Env } from './env.ts';

/** Settings that require another setting. */
export function findSettingConflicts(config: Config, env: Env, isShared: boolean): string[] {
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
  faults.push(...findEmbeddedConflicts(config));
  if (env('BACKUP_ARCHIVE'))
    faults.push(
      'BACKUP_ARCHIVE was removed: for point-in-time restore, use a PostgreSQL server with pgBackRest (docs/operate/backup.md)',
    );
  if (config.role !== 'all' && 'folder' in config.imageStore && !isShared)
    faults.push(
      `ROLE=${config.role} needs pictures that all processes see: set IMAGE_STORE=s3://…, or IMAGE_STORE_SHARED=yes when they are on a disk that all of them share`,
    );
  if (Boolean(env('OIDC_ISSUER')) !== Boolean(env('OIDC_AUDIENCE')))
    faults.push('OIDC_ISSUER and OIDC_AUDIENCE are required together');
  return faults;
}

function findEmbeddedConflicts({
  databaseUrl,
  databaseReadUrl,
  databaseListenUrl,
}: Config): string[] {
  if (databaseUrl) return [];
  const faults = [
    databaseReadUrl && 'DATABASE_READ_URL is for replicas of a server: it needs DATABASE_URL',
    databaseListenUrl &&
      'DATABASE_LISTEN_URL is for a server behind a pooler: it needs DATABASE_URL',
  ];
  return faults.filter((fault) => fault !== undefined);
}
