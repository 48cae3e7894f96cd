import type { Config } from './config.ts';
import type { Env } from './env.ts';

/** Settings that require another setting. */
export function findSettingConflicts(config: Config, env: Env, isShared: boolean): string[] {
  const faults: string[] = [];
  if (config.smtpUrl && !env('MAIL_FROM'))
    faults.push('MAIL_FROM is required with SMTP_URL, for example "Badges <badges@example.org>"');
  if (config.databaseUrl && !env('SECRET') && !env('SECRET_FILE'))
    faults.push(
      'SECRET is required with DATABASE_URL and needs at least 32 characters. Create one: openssl rand -base64 32',
    );
  const forCdn = ['CDN_PURGE_TOKEN', 'CDN_PURGE_FORM', 'CDN_MAX_AGE_SECONDS'].find((name) =>
    env(name),
  );
  if (forCdn && !env('CDN_PURGE_URL')) faults.push(`${forCdn} requires CDN_PURGE_URL`);
  faults.push(...findEmbeddedConflicts(config));
  if (env('BACKUP_ARCHIVE'))
    faults.push(
      'BACKUP_ARCHIVE was removed. For point-in-time restore, use a PostgreSQL server with pgBackRest (docs/operate/backup.md)',
    );
  if (config.role !== 'all' && 'folder' in config.imageStore && !isShared)
    faults.push(
      `ROLE=${config.role} requires image storage that all processes share. Set IMAGE_STORE=s3://…, or IMAGE_STORE_SHARED=yes if they use the same disk`,
    );
  if (Boolean(env('OIDC_ISSUER')) !== Boolean(env('OIDC_AUDIENCE')))
    faults.push('OIDC_ISSUER and OIDC_AUDIENCE must be set together');
  return faults;
}

function findEmbeddedConflicts({
  databaseUrl,
  databaseReadUrl,
  databaseListenUrl,
}: Config): string[] {
  if (databaseUrl) return [];
  const faults = [
    databaseReadUrl &&
      'DATABASE_READ_URL requires DATABASE_URL, because only servers have replicas',
    databaseListenUrl &&
      "DATABASE_LISTEN_URL requires DATABASE_URL, because it's for servers behind a pooler",
  ];
  return faults.filter((fault) => fault !== undefined);
}
