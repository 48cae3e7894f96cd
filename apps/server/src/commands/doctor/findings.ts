import type { PlaceCounts } from '../../platform/pins/index.ts';

export type FindingOutcome = 'ok' | 'warning' | 'fault';

/** One line of `insignia doctor`: what was checked, its state, and what to do. */
export type DoctorFinding = {
  check: string;
  outcome: FindingOutcome;
  message: string;
  remedy?: string;
};

export const okFinding = (check: string, message: string): DoctorFinding => ({
  check,
  outcome: 'ok',
  message,
});
export const warningFinding = (check: string, message: string, remedy: string): DoctorFinding => ({
  ...{ check, outcome: 'warning', message, remedy },
});
export const errorFinding = (check: string, message: string, remedy: string): DoctorFinding => ({
  ...{ check, outcome: 'fault', message, remedy },
});

export function findWorstOutcome(findings: readonly DoctorFinding[]): FindingOutcome {
  const has = (outcome: FindingOutcome) => findings.some((each) => each.outcome === outcome);
  return has('fault') ? 'fault' : has('warning') ? 'warning' : 'ok';
}

/** A check that throws counts as an error. */
export async function catchAsFinding(
  check: string,
  remedy: string,
  run: () => Promise<DoctorFinding[]>,
): Promise<DoctorFinding[]> {
  try {
    return await run();
  } catch (error) {
    // Client messages hide details that operators need.
    const { cause } = error as Error;
    const { message, code, name } = (
      cause instanceof Error ? cause : error
    ) as NodeJS.ErrnoException;
    return [errorFinding(check, message || code || name, remedy)];
  }
}

const gigabyte = 1024 ** 3;
const CLOCK_WARNING_MS = 2_000;
const CLOCK_ERROR_MS = 60_000;

/** Difference between two clocks. */
export function clockFinding(check: string, apartMs: number): DoctorFinding {
  const skew = `${Math.round(Math.abs(apartMs) / 100) / 10} s apart`;
  const remedy = 'synchronize the clocks with NTP (timedatectl set-ntp true)';
  if (Math.abs(apartMs) > CLOCK_ERROR_MS) return errorFinding(check, skew, remedy);
  return Math.abs(apartMs) > CLOCK_WARNING_MS
    ? warningFinding(check, skew, remedy)
    : okFinding(check, skew);
}

/** Free and total bytes. */
export function diskFinding(check: string, free: number, of: number): DoctorFinding {
  const words = `${(free / gigabyte).toFixed(1)} of ${(of / gigabyte).toFixed(1)} GB free`;
  const remedy = 'free some space: without it, writes are refused';
  if (free < gigabyte / 5) return errorFinding(check, words, remedy);
  return free < gigabyte || free < of / 20
    ? warningFinding(check, words, remedy)
    : okFinding(check, words);
}

const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** STARTTLS with a trusted certificate. */
export function encryptionFinding(host: string, encrypts: boolean): DoctorFinding {
  const check = 'mail encryption';
  if (encrypts) return okFinding(check, 'STARTTLS');
  return localHost.test(host)
    ? okFinding(check, 'none needed on this machine')
    : warningFinding(
        check,
        `${host} offers no trusted STARTTLS, so emails and the password can be read in transit`,
        'use smtps://, or a server with STARTTLS and a certificate for its host name',
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

export function mailRecordFindings(domain: string, records: MailRecords): DoctorFinding[] {
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
      `let the mail server sign with DKIM, and publish its key under _domainkey.${domain}`,
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
): DoctorFinding {
  if (!found)
    return warningFinding(
      check,
      `DNS doesn't respond for ${domain}`,
      'run the check again where DNS works',
    );
  const [only = '', ...others] = found;
  if (others.length > 0)
    return warningFinding(check, `${domain} has ${found.length} records, so none is valid`, remedy);
  return only
    ? okFinding(check, `${domain}: ${only}`)
    : warningFinding(check, `${domain} has no such record`, remedy);
}

/** Pins at one place (IMAGE_PINS). `problem`: why the place can't be used now. */
export function pinFinding(
  place: string,
  counts: PlaceCounts | undefined,
  problem: string | undefined,
): DoctorFinding {
  const { pinned = 0, waiting = 0, queued = 0, failed = 0, error } = counts ?? {};
  const check = `pins at ${place}`;
  const left = waiting + queued;
  const words = `${pinned} pinned${left > 0 ? `, ${left} waiting` : ''}${failed > 0 ? `, ${failed} failed` : ''}`;
  const reason = problem ?? (failed > 0 ? error : undefined);
  if (reason === undefined || reason === null) return okFinding(check, words);
  const remedy =
    'check IMAGE_PINS and the service. Until it works, pins wait. Then run insignia images pins repair';
  return warningFinding(check, `${words}: ${reason}`, remedy);
}

export type QueueFacts = {
  oldestDueSeconds: number;
  dead: number;
  /** Emails, deliveries and jobs that a restore has paused. */
  paused: number;
  /** Description of webhook problems. */
  webhooks: string | undefined;
  damagedImages: number;
};

const STUCK_QUEUE_SECONDS = 300;

export function queueFindings({
  oldestDueSeconds,
  dead,
  paused,
  webhooks,
  damagedImages,
}: QueueFacts): DoctorFinding[] {
  const age = Math.round(oldestDueSeconds);
  return [
    age > STUCK_QUEUE_SECONDS
      ? errorFinding(
          'jobs',
          `the oldest job is ${age} s overdue`,
          'start a worker: ROLE=worker or ROLE=all',
        )
      : okFinding('jobs', age > 0 ? `the oldest job is ${age} s overdue` : 'none is overdue'),
    dead > 0
      ? warningFinding(
          'failed jobs',
          `${dead} ${dead === 1 ? 'job' : 'jobs'} failed permanently`,
          'list them with insignia jobs list, then retry or drop them',
        )
      : okFinding('failed jobs', 'none'),
    ...(paused > 0
      ? [
          warningFinding(
            'held back',
            `${paused} emails, deliveries and jobs are on hold since a restore, so that nothing is done twice`,
            'insignia jobs release, or insignia jobs release --without-sending',
          ),
        ]
      : []),
    webhooks
      ? errorFinding('webhooks', webhooks, 'start a worker: ROLE=worker or ROLE=all')
      : okFinding('webhooks', 'none is waiting too long'),
    damagedImages > 0
      ? errorFinding(
          'images',
          `${damagedImages} images are missing or damaged`,
          'list them with insignia images verify, and restore them from a backup with --repair',
        )
      : okFinding('images', 'none is known to be damaged'),
  ];
}
