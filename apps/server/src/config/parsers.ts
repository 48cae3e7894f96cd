import { isAbsolute, join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { findTargetError, readTarget } from '../platform/db/target.ts';
import type { ImagePlace } from '../platform/images/index.ts';
import type { S3Place } from '../platform/images/s3.ts';

/** Reads a variable. Empty counts as unset, as most process managers mean it. */
export type Env = (name: string) => string | undefined;

/** Parses a variable. Errors are collected, and `fallback` is used. */
export type ReadSetting = <T>(name: string, fallback: T, reader: (text: string) => T) => T;

export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  return (name) => {
    const value = variables[name]?.trim();
    return value === '' ? undefined : value;
  };
}

/** Parsers throw an Error whose message completes "NAME …". */
export function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
}

/** A number from 0 to 1. */
export function ratio(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new Error(`must be a number from 0 to 1, not "${text}"`);
  return value;
}

export function oneOf<const T extends string>(text: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === text);
  if (!found) throw new Error(`must be one of ${allowed.join(', ')}, not "${text}"`);
  return found;
}

export function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(
      `must be an http or https origin, for example https://badges.example.org, not "${text}"`,
    );
  const extras = url.username || url.password || url.search || url.hash || url.pathname !== '/';
  if (extras)
    throw new Error(`must be an origin without path, query or credentials, not "${text}"`);
  return url.origin;
}

export function urlWith(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol))
    throw new Error(
      `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  return text;
}

/** Accepts no credentials in a URL: they belong in headers. */
export function purgeUrl(text: string): string {
  const { username, password, hash } = new URL(text);
  if (username || password || hash)
    throw new Error('must not contain credentials or a fragment. Set the token in its own setting');
  return text;
}

export function database(text: string): string {
  const error = findTargetError(text);
  if (error) throw new Error(error);
  return text;
}

/** Servers are asked whether they are standbys, so no option is needed. */
export function replicas(text: string): string {
  if (/[?&]target_session_attrs=/.test(text))
    throw new Error('must not contain target_session_attrs: Insignia detects standbys itself');
  return database(text);
}

/** LISTEN needs a connection that a pooler doesn't share. */
export function directDatabase(text: string): string {
  if (readTarget(database(text)).throughPooler)
    throw new Error('must bypass the pooler. Remove pgbouncer=true');
  return text;
}

/** Accepts https URLs, and http URLs on this machine. */
export function secureUrl(text: string): string {
  const { protocol, hostname } = new URL(urlWith(text, ['https:', 'http:']));
  if (protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new Error(`must start with https://, or with http:// for this machine, not "${text}"`);
  return text;
}

export function cidrList(text: string): string[] {
  const ranges = text
    .split(',')
    .map((range) => range.trim())
    .filter(Boolean);
  for (const range of ranges) {
    const valid = ipaddr.isValidCIDR(range) || ipaddr.isValid(range);
    if (!valid || /^\d+$/.test(range))
      throw new Error(
        `must be a list of addresses or CIDR ranges, for example 10.0.0.0/8, not "${range}"`,
      );
  }
  return ranges;
}

export type Server = { host: string; port: number };

/** `192.0.2.53:53,dns.example.org`, with port 53 by default and IPv6 addresses in brackets. */
export function servers(text: string): Server[] {
  return text.split(',').map((entry) => {
    const [, bracketed, plain, port = '53'] =
      /^\s*(?:\[([\da-f:]+)\]|([^\s:[\]/@]+))(?::(\d{1,5}))?\s*$/i.exec(entry) ?? [];
    const host = bracketed ?? plain;
    if (!host || Number(port) < 1 || Number(port) > 65_535)
      throw new Error(
        `must be a list of host:port, for example 192.0.2.53:53,[2001:db8::53]:53, not "${entry}"`,
      );
    return { host, port: Number(port) };
  });
}

const unitInMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `5s,30s,2m` in milliseconds. */
export function durations(text: string): number[] {
  return text.split(',').map((step) => {
    const match = /^(\d+)(ms|s|m|h)$/.exec(step.trim());
    const unit = unitInMs[match?.[2] ?? ''];
    if (!match || !unit)
      throw new Error(
        `must be a list of durations, for example 5s,30s,2m (units ms, s, m, h), not "${step}"`,
      );
    return Number(match[1]) * unit;
  });
}

export function secret(text: string): string {
  if (text.length < 32)
    throw new Error('must have at least 32 characters. Create one: openssl rand -base64 32');
  return text;
}

export type Mailbox = { name: string; address: string };

/** `badges@example.org` or `Badges <badges@example.org>`. The name may be quoted. */
export function mailbox(text: string): Mailbox {
  const [, written = '', inside] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = (inside ?? text).trim();
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address))
    throw new Error(`must be an email address or "Name <address>", not "${text}"`);
  const name = written.trim();
  const [, quoted] = /^"(.*)"$/.exec(name) ?? [];
  return { name: (quoted?.replaceAll(/\\(.)/g, '$1') ?? name).trim(), address };
}

export function defaultSenderPattern({ name }: Mailbox): string {
  return `{issuer} via ${name || 'Insignia'}`;
}

/** `{issuer} via Badges`: one line with no other placeholder. */
export function senderPattern(text: string): string {
  if (
    text.length > 100 ||
    /[\p{Cc}<>@]/u.test(text) ||
    /[{}]/.test(text.replaceAll('{issuer}', ''))
  )
    throw new Error(
      `must be a name of at most 100 characters, optionally with {issuer}, for example "{issuer} via Badges", not "${text}"`,
    );
  return text;
}

/** `on`, `off`, or a factor for load tests. */
export function rateLimit(text: string): number {
  if (text === 'on') return 1;
  if (text === 'off') return 0;
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`must be on, off, or a whole number from 1 to 999999, not "${text}"`);
}

/** Parses `auto` or a number of processes. */
export function processes(text: string, max: number, automatic: () => number): number {
  if (text === 'auto') return automatic();
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max)
    throw new Error(`must be auto or a whole number from 1 to ${max}, not "${text}"`);
  return value;
}

/** Parses `file`, a folder or a bucket. */
export function imagePlace(text: string, dataDir: string): ImagePlace {
  if (text === 'file') return { folder: join(dataDir, 'images') };
  return isAbsolute(text) ? { folder: resolve(text) } : bucket(text);
}

/** Parses `s3://bucket/prefix?endpoint=https://…&region=…`. */
export function bucket(text: string): S3Place {
  const [address = '', ...queries] = text.split('?');
  const [, name, path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? [];
  if (!name)
    throw new Error(
      'must be file, a folder such as /srv/pictures, or s3://bucket?endpoint=https://…',
    );
  const {
    endpoint,
    region = 'us-east-1',
    ...rest
  } = Object.fromEntries(new URLSearchParams(queries.join('?')));
  const [odd] = Object.keys(rest);
  if (odd) throw new Error(`has the unknown parameter “${odd}”. Use endpoint and region only`);
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:/.test(endpoint)))
    throw new Error('must have an http or https URL as its endpoint');
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  return { bucket: name, prefix, endpoint, region };
}

/** A bucket only: a folder would be on the disk that the export outlives. */
export function exportBucket(text: string): S3Place {
  if (!text.startsWith('s3://'))
    throw new Error('must be s3://bucket/prefix?endpoint=https://…&region=…');
  return bucket(text);
}

/** Secret part of a URL. */
export function token(text: string): string {
  if (!/^[\w-]{20,200}$/.test(text))
    throw new Error('must be 20 to 200 letters, digits, _ and -. Create one: openssl rand -hex 24');
  return text;
}
