import { Resolver } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config/index.ts';
import { type Finding, ok, orFault, warning } from './finding.ts';
import { encryptionFinding, isDmarc, type MailRecords, mailRecordFindings } from './judge.ts';

const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom'>;

export async function lookAtMail(
  { smtpUrl, mailFrom }: MailSettings,
  dns: Pick<Resolver, 'resolveTxt'> = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<Finding[]> {
  if (!smtpUrl)
    return [
      warning('mail', 'mails are only written to files in DATA_DIR', 'set SMTP_URL and MAIL_FROM'),
    ];
  const domain = mailFrom.address.split('@').at(-1) ?? '';
  const [server, records] = await Promise.all([
    orFault('mail', 'look at SMTP_URL, its password, and whether the port is open', () =>
      lookAtServer(smtpUrl),
    ),
    recordsOf(domain, dns),
  ]);
  return [...server, ...mailRecordFindings(domain, records)];
}

/** Connects and signs in as the service does, then checks encryption. */
async function lookAtServer(url: string): Promise<Finding[]> {
  const { protocol, hostname, host } = new URL(url);
  await connects(url, {});
  const found = ok('mail', `${host} lets us in`);
  if (protocol === 'smtps:') return [found, ok('mail encryption', 'TLS from the first byte')];
  const encrypts = await connects(url, { requireTLS: true }).then(
    () => true,
    () => false,
  );
  return [found, encryptionFinding(hostname, encrypts)];
}

async function connects(url: string, more: object): Promise<void> {
  const server = createTransport({ url, ...limits, ...more });
  try {
    await server.verify();
  } finally {
    server.close();
  }
}

async function recordsOf(domain: string, dns: Pick<Resolver, 'resolveTxt'>): Promise<MailRecords> {
  const [spf, dmarc, hasDkim] = await Promise.all([
    textsAt(dns, domain),
    dmarcOf(dns, domain),
    hasNames(dns, `_domainkey.${domain}`),
  ]);
  return { spf, ...dmarc, hasDkim };
}

/**
 * A domain without a DMARC policy inherits its organization's (RFC 7489 §6.6.3) or a parent's
 * (DMARCbis).
 */
async function dmarcOf(
  dns: Pick<Resolver, 'resolveTxt'>,
  domain: string,
): Promise<Pick<MailRecords, 'dmarc' | 'dmarcDomain'>> {
  const labels = domain.split('.');
  for (let from = 0; from === 0 || labels.length - from >= 2; from += 1) {
    const dmarcDomain = labels.slice(from).join('.');
    const dmarc = await textsAt(dns, `_dmarc.${dmarcDomain}`);
    if (!dmarc || dmarc.some(isDmarc)) return { dmarc, dmarcDomain };
  }
  return { dmarc: [], dmarcDomain: domain };
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

async function textsAt(
  dns: Pick<Resolver, 'resolveTxt'>,
  name: string,
): Promise<string[] | undefined> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes(codeOf(error)) ? [] : undefined;
  }
}

/**
 * DKIM selectors can't be listed, but a name with descendants exists in DNS even without records
 * (RFC 8020).
 */
async function hasNames(
  dns: Pick<Resolver, 'resolveTxt'>,
  name: string,
): Promise<boolean | undefined> {
  try {
    await dns.resolveTxt(name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENODATA') return true;
    return codeOf(error) === 'ENOTFOUND' ? false : undefined;
  }
}
