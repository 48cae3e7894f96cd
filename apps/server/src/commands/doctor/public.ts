import { type ErrorBody, health as healthOperation } from '@insignia/contract';
import { check as checkHosted } from '@insignia/openbadges';
import { verifyCredential } from '@insignia/openbadges/v3/verify';
import { getReachabilityWarnings } from '../../config/index.ts';
import type { Urls } from '../../kernel/urls.ts';
import {
  clockFinding,
  type DoctorFinding,
  errorFinding,
  okFinding,
  warningFinding,
} from './findings.ts';

const timeoutMs = 10_000;
const genuineStatuses = ['valid', 'expired', 'not_yet_valid', 'revoked', 'suspended'];

type PublicReply = { status: number; headers: Headers; text: string };

/** Reads over the network like any client. Only the credential's id comes from the database. */
async function fetchAnonymously(url: string, accept: string): Promise<PublicReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { signal, redirect: 'manual', headers: { accept } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const errorMessage = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error
    ? cause.message || (cause as NodeJS.ErrnoException).code || message
    : message;
};

/**
 * Checks that verifiers reach BASE_URL and accept the documents. `credentialId` is an issued
 * credential, if any.
 */
export async function checkPublicUrls(
  urls: Urls,
  credentialId: string | undefined,
): Promise<DoctorFinding[]> {
  const findings = getReachabilityWarnings(urls.base).map((words) =>
    warningFinding(
      'BASE_URL',
      words,
      'set BASE_URL to a public https:// address, before the first real credential',
    ),
  );
  if (findings.length === 0) findings.push(okFinding('BASE_URL', `${urls.base} is public`));
  let health: PublicReply;
  try {
    health = await fetchAnonymously(urls.base + healthOperation.path, 'application/json');
  } catch (error) {
    const remedy = 'start the service, and check DNS, the proxy and its certificate';
    return [
      ...findings,
      errorFinding('reachability', `${urls.base}: ${errorMessage(error)}`, remedy),
    ];
  }
  if (health.status !== 200) {
    const remedy = 'let the proxy forward every path of BASE_URL to the service, without redirects';
    return [
      ...findings,
      errorFinding(
        'reachability',
        `${urls.base}${healthOperation.path} returned ${health.status}`,
        remedy,
      ),
    ];
  }
  findings.push(okFinding('reachability', `${urls.base} responds`));
  const date = Date.parse(health.headers.get('date') ?? '');
  // The Date header has a resolution of seconds.
  if (!Number.isNaN(date))
    findings.push(clockFinding('clock and BASE_URL', date + 500 - Date.now()));
  findings.push(...(await checkWellKnown(urls)));
  if (!credentialId) return [...findings, okFinding('own documents', 'no credential to check yet')];
  return [...findings, ...(await checkDocuments(urls, credentialId))];
}

const unknownIssuer = '00000000-0000-7000-8000-000000000000';

/** Wallets look up issuers under /.well-known, which some proxies answer themselves. */
async function checkWellKnown(urls: Urls): Promise<DoctorFinding[]> {
  const url = urls.credentialIssuer(unknownIssuer);
  const remedy =
    "let the proxy forward /.well-known/ to the service: without it, credentials can't be added to wallets";
  const answer = await fetchAnonymously(url, 'application/json').catch(() => undefined);
  const isOurs =
    (parseDocument(answer?.text ?? '') as ErrorBody | undefined)?.code === 'issuer_not_found';
  return [
    isOurs
      ? okFinding('wallets', `${urls.base}/.well-known/ reaches the service`)
      : warningFinding(
          'wallets',
          `${url} returned ${answer?.status ?? 'nothing'}, but not from the service`,
          remedy,
        ),
  ];
}

async function checkDocuments(urls: Urls, credentialId: string): Promise<DoctorFinding[]> {
  const now = Date.now();
  // did:web implies HTTPS. A BASE_URL without it is already reported, so the rest is checked over
  // HTTP.
  const plainly = (url: string) => {
    const secure = urls.base.replace(/^http:/, 'https:');
    return url.startsWith(`${secure}/`) ? urls.base + url.slice(secure.length) : url;
  };
  const read = async (url: string) => {
    try {
      const { status, text } = await fetchAnonymously(
        plainly(url),
        'application/ld+json, application/json;q=0.9',
      );
      return { status, document: parseDocument(text) };
    } catch (error) {
      return {
        outcome: 'unknown' as const,
        problem: `couldn’t be fetched from ${url}: ${errorMessage(error)}`,
      };
    }
  };
  const hosted = urls.credential(credentialId);
  const signed = urls.signed(credentialId);
  const [asHosted, asSigned] = await Promise.all([
    fetchAnonymously(hosted, 'application/json').catch(() => undefined),
    fetchAnonymously(signed, 'application/json').catch(() => undefined),
  ]);
  const verdicts = await Promise.all([
    checkHosted({ source: { url: hosted }, now, read }),
    verifyCredential({ source: asSigned?.text ?? '', now, read }),
  ]);
  const { id } = (parseDocument(asHosted?.text ?? '') ?? {}) as { id?: string };
  const [two, three] = verdicts.map(({ status, checks }, n) => {
    const check = n === 0 ? 'own credential, 2.0' : 'own credential, 3.0';
    const messages = checks
      .filter(({ outcome }) => outcome !== 'valid')
      .map(({ message }) => message);
    if (n === 0 && id !== undefined && id !== hosted)
      return errorFinding(
        check,
        `has the id ${id}, but was read from ${hosted}`,
        'set the same BASE_URL for the service and for this command',
      );
    if (genuineStatuses.includes(status))
      return okFinding(check, `verifies as ${status}: ${n === 0 ? hosted : signed}`);
    const words = `verifies as ${status}: ${messages.join(' ')}`;
    const remedy =
      'let the proxy forward documents unchanged, then run insignia verify for details';
    return status === 'unknown'
      ? warningFinding(check, words, remedy)
      : errorFinding(check, words, remedy);
  });
  return [
    ...checkReplyHeaders('documents, 2.0', asHosted),
    ...checkReplyHeaders('documents, 3.0', asSigned),
    ...[two, three].filter((finding) => finding !== undefined),
  ];
}

/** Response headers that browser-based and strict verifiers need. */
export function checkReplyHeaders(check: string, answer: PublicReply | undefined): DoctorFinding[] {
  const remedy = "let the proxy forward the service's headers unchanged";
  if (!answer) return [errorFinding(check, 'no response', remedy)];
  const type = answer.headers.get('content-type') ?? 'no content type';
  if (answer.status !== 200) return [errorFinding(check, `returned ${answer.status}`, remedy)];
  if (!/^application\/([\w.-]+\+)?json\b/.test(type))
    return [errorFinding(check, `served as ${type}`, remedy)];
  if (answer.headers.get('access-control-allow-origin') !== '*')
    return [warningFinding(check, "verifiers in browsers can't read them (CORS)", remedy)];
  return [okFinding(check, `served as ${type}, for every origin`)];
}

function parseDocument(text: string): unknown {
  if (/^[\w-]{4,}\.[\w-]{4,}\.[\w-]*$/.test(text.trim())) return text.trim();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
