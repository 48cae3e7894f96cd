import { Resolver } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config/index.ts';
import {
  catchAsFinding,
  type DoctorFinding,
  encryptionFinding,
  isDmarc,
  type MailRecords,
  mailRecordFindings,
  okFinding,
  warningFinding,
} from './findings.ts';

const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom'>;

export async function checkMail(
  { smtpUrl, mailFrom }: MailSettings,
  dns: Pick<Resolver, 'resolveTxt'> = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<DoctorFinding[]> {
  if (!smtpUrl)
    return [
      warningFinding(
        'mail',
        'emails are only written to files in DATA_DIR',
        'set SMTP_URL and MAIL_FROM',
      ),
    ];
  const domain = mailFrom.address.split('@').at(-1) ?? '';
  const [server, records] = await Promise.all([
    catchAsFinding('mail', 'check SMTP_URL, its password, and whether the port is open', () =>
      checkMailServer(smtpUrl),
    ),
    readMailRecords(domain, dns),
  ]);
  return [...server, ...mailRecordFindings(domain, records)];
}

/** Connects and signs in as the service does, then checks encryption. */
async function checkMailServer(url: string): Promise<DoctorFinding[]> {
  const { protocol, hostname, host } = new URL(url);
  await testConnection(url, {});
  const found = okFinding('mail', `signed in to ${host}`);
  if (protocol === 'smtps:')
    return [found, okFinding('mail encryption', 'TLS from the first byte')];
  const encrypts = await testConnection(url, { requireTLS: true }).then(
    () => true,
    () => false,
  );
  return [found, encryptionFinding(hostname, encrypts)];
}

async function testConnection(url: string, more: object): Promise<void> {
  const server = createTransport({ url, ...limits, ...more });
  try {
    await server.verify();
  } finally {
    server.close();
  }
}

async function readMailRecords(
  domain: string,
  dns: Pick<Resolver, 'resolveTxt'>,
): Promise<MailRecords> {
  const [spf, dmarc, hasDkim] = await Promise.all([
    readTxtRecords(dns, domain),
    findDmarc(dns, domain),
    hasNames(dns, `_domainkey.${domain}`),
  ]);
  return { spf, ...dmarc, hasDkim };
}

/**
 * A domain without a DMARC policy inherits its organization's (RFC 7489 §6.6.3) or a parent's
 * (DMARCbis).
 */
async function findDmarc(
  dns: Pick<Resolver, 'resolveTxt'>,
  domain: string,
): Promise<Pick<MailRecords, 'dmarc' | 'dmarcDomain'>> {
  const labels = domain.split('.');
  for (let from = 0; from === 0 || labels.length - from >= 2; from += 1) {
    const dmarcDomain = labels.slice(from).join('.');
    const dmarc = await readTxtRecords(dns, `_dmarc.${dmarcDomain}`);
    if (!dmarc || dmarc.some(isDmarc)) return { dmarc, dmarcDomain };
  }
  return { dmarc: [], dmarcDomain: domain };
}

const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

async function readTxtRecords(
  dns: Pick<Resolver, 'resolveTxt'>,
  name: string,
): Promise<string[] | undefined> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes(errorCode(error)) ? [] : undefined;
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
    if (errorCode(error) === 'ENODATA') return true;
    return errorCode(error) === 'ENOTFOUND' ? false : undefined;
  }
}
