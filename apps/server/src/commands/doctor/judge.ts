import { type Finding, fault, ok, warning } from './finding.ts';

const gigabyte = 1024 ** 3;
const aboutMs = 2_000;
const wrongMs = 60_000;

/** Difference between two clocks. */
export function clockFinding(check: string, apartMs: number): Finding {
  const apart = `${Math.round(Math.abs(apartMs) / 100) / 10} s apart`;
  const remedy = 'let NTP set the clocks (timedatectl set-ntp true)';
  if (Math.abs(apartMs) > wrongMs) return fault(check, apart, remedy);
  return Math.abs(apartMs) > aboutMs ? warning(check, apart, remedy) : ok(check, apart);
}

/** Free and total bytes. */
export function diskFinding(check: string, free: number, of: number): Finding {
  const words = `${(free / gigabyte).toFixed(1)} of ${(of / gigabyte).toFixed(1)} GB are free`;
  const remedy = 'make room: without it writes are refused';
  if (free < gigabyte / 5) return fault(check, words, remedy);
  return free < gigabyte || free < of / 20 ? warning(check, words, remedy) : ok(check, words);
}

const local = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** STARTTLS with a trusted certificate. */
export function encryptionFinding(host: string, encrypts: boolean): Finding {
  const check = 'mail encryption';
  if (encrypts) return ok(check, 'STARTTLS');
  return local.test(host)
    ? ok(check, 'none, on this machine')
    : warning(
        check,
        `${host} offers no STARTTLS that can be trusted: mails and password can be read on the way`,
        'use smtps://, or a server with STARTTLS and a certificate for its name',
      );
}

/** DNS records of the sending domain. Undefined if DNS didn't respond. */
export type MailRecords = {
  spf: readonly string[] | undefined;
  dmarc: readonly string[] | undefined;
  /** Domain of the DMARC record: the sending domain or a parent. */
  dmarcDomain: string;
  /** True if names below _domainkey exist. */
  hasDkim: boolean | undefined;
};

export const isDmarc = (text: string): boolean => /^v=DMARC1\b/i.test(text);

export function mailRecordFindings(domain: string, records: MailRecords): Finding[] {
  const spf = records.spf?.filter((text) => /^v=spf1\b/i.test(text));
  const dmarc = records.dmarc?.filter(isDmarc);
  const dkim = records.hasDkim === undefined ? undefined : records.hasDkim ? ['published'] : [];
  return [
    recordFinding(
      'SPF',
      domain,
      spf,
      `publish one TXT record at ${domain}: "v=spf1 mx include:… -all"`,
    ),
    recordFinding(
      'DKIM',
      domain,
      dkim,
      `have the mail server sign, and publish its key below _domainkey.${domain}`,
    ),
    recordFinding(
      'DMARC',
      records.dmarcDomain,
      dmarc,
      `publish one TXT record at _dmarc.${records.dmarcDomain}: "v=DMARC1; p=none; rua=mailto:…"`,
    ),
  ];
}

/** Several records of one kind are as good as none (RFC 7208 §4.5, RFC 7489 §6.6.3). */
function recordFinding(
  check: string,
  domain: string,
  found: readonly string[] | undefined,
  remedy: string,
): Finding {
  if (!found)
    return warning(check, `DNS does not answer for ${domain}`, 'look again from where DNS answers');
  const [only = '', ...others] = found;
  if (others.length > 0)
    return warning(check, `${domain} has ${found.length} records, so that none counts`, remedy);
  return only
    ? ok(check, `${domain}: ${only}`)
    : warning(check, `${domain} publishes none`, remedy);
}

export type QueueFacts = {
  oldestDueSeconds: number;
  dead: number;
  /** Emails, deliveries and jobs that a restore has paused. */
  held: number;
  /** Description of webhook problems. */
  webhooks: string | undefined;
  damagedImages: number;
};

const stuckSeconds = 300;

export function queueFindings({
  oldestDueSeconds,
  dead,
  held,
  webhooks,
  damagedImages,
}: QueueFacts): Finding[] {
  const age = Math.round(oldestDueSeconds);
  return [
    age > stuckSeconds
      ? fault(
          'jobs',
          `the oldest has been due for ${age} s`,
          'start a worker: ROLE=worker or ROLE=all',
        )
      : ok('jobs', age > 0 ? `the oldest has been due for ${age} s` : 'none is due'),
    dead > 0
      ? warning('dead letters', `${dead} failed for good`, 'insignia jobs list')
      : ok('dead letters', 'none'),
    ...(held > 0
      ? [
          warning(
            'held back',
            `${held} mails, deliveries and jobs wait since a restore, so that none is done twice`,
            'insignia jobs release, or insignia jobs release --without-sending',
          ),
        ]
      : []),
    webhooks
      ? fault('webhooks', webhooks, 'start a worker: ROLE=worker or ROLE=all')
      : ok('webhooks', 'none waits for long'),
    damagedImages > 0
      ? fault(
          'images',
          `${damagedImages} are missing or damaged`,
          'insignia images verify says which; with --repair it takes them from a backup',
        )
      : ok('images', 'none is known to be damaged'),
  ];
}
