import { health as healthOperation } from '@insignia/contract';
import { check as checkHosted } from '@insignia/openbadges';
import { verify } from '@insignia/openbadges/v3/verify';
import { reachabilityWarning } from '../../config/index.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { clockFinding } from './judge.ts';

const patienceMs = 10_000;
const genuine = ['valid', 'expired', 'not_yet_valid', 'revoked', 'suspended'];

type Read = { status: number; headers: Headers; text: string };

/** Reads over the network like any client. Only the credential's id comes from the database. */
async function readAsStranger(url: string, accept: string): Promise<Read> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(url, { signal, redirect: 'manual', headers: { accept } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const wordsOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error
    ? cause.message || (cause as NodeJS.ErrnoException).code || message
    : message;
};

/**
 * Checks that verifiers reach BASE_URL and accept the documents. `credentialId` is an issued
 * credential, if any.
 */
export async function lookAtPublic(
  urls: Urls,
  credentialId: string | undefined,
): Promise<Finding[]> {
  const findings = reachabilityWarning(urls.base).map((words) =>
    warning(
      'BASE_URL',
      words,
      'set BASE_URL to a public https:// address, before the first real credential',
    ),
  );
  if (findings.length === 0) findings.push(ok('BASE_URL', `${urls.base} is one for everybody`));
  let health: Read;
  try {
    health = await readAsStranger(urls.base + healthOperation.path, 'application/json');
  } catch (error) {
    const remedy = 'start the service, and look at DNS, the proxy and its certificate';
    return [...findings, fault('reachability', `${urls.base}: ${wordsOf(error)}`, remedy)];
  }
  if (health.status !== 200) {
    const remedy = 'let the proxy pass every path of BASE_URL on to the service, without redirects';
    return [
      ...findings,
      fault(
        'reachability',
        `${urls.base}${healthOperation.path} answered ${health.status}`,
        remedy,
      ),
    ];
  }
  findings.push(ok('reachability', `${urls.base} answers`));
  const date = Date.parse(health.headers.get('date') ?? '');
  // The Date header has a resolution of seconds.
  if (!Number.isNaN(date))
    findings.push(clockFinding('clock and BASE_URL', date + 500 - Date.now()));
  if (!credentialId)
    return [
      ...findings,
      ok('own documents', 'nothing has been issued yet that could be looked at'),
    ];
  return [...findings, ...(await lookAtDocuments(urls, credentialId))];
}

async function lookAtDocuments(urls: Urls, credentialId: string): Promise<Finding[]> {
  const now = Date.now();
  // did:web implies HTTPS. A BASE_URL without it is already reported, so the rest is checked over
  // HTTP.
  const plainly = (url: string) => {
    const secure = urls.base.replace(/^http:/, 'https:');
    return url.startsWith(`${secure}/`) ? urls.base + url.slice(secure.length) : url;
  };
  const read = async (url: string) => {
    try {
      const { status, text } = await readAsStranger(
        plainly(url),
        'application/ld+json, application/json;q=0.9',
      );
      return { status, document: parsed(text) };
    } catch (error) {
      return {
        outcome: 'unknown' as const,
        problem: `could not be fetched from ${url}: ${wordsOf(error)}`,
      };
    }
  };
  const hosted = urls.credential(credentialId);
  const signed = urls.signed(credentialId);
  const [asHosted, asSigned] = await Promise.all([
    readAsStranger(hosted, 'application/json').catch(() => undefined),
    readAsStranger(signed, 'application/json').catch(() => undefined),
  ]);
  const verdicts = await Promise.all([
    checkHosted({ source: { url: hosted }, now, read }),
    verify({ source: asSigned?.text ?? '', now, read }),
  ]);
  const [two, three] = verdicts.map(({ status, checks }, n) => {
    const check = n === 0 ? 'own badge, 2.0' : 'own badge, 3.0';
    const bad = checks.filter(({ outcome }) => outcome !== 'valid').map(({ message }) => message);
    if (genuine.includes(status))
      return ok(check, `a stranger finds it ${status}: ${n === 0 ? hosted : signed}`);
    const words = `a stranger finds it ${status}: ${bad.join(' ')}`;
    const remedy = 'let the proxy pass documents on as they are; then insignia verify says more';
    return status === 'unknown' ? warning(check, words, remedy) : fault(check, words, remedy);
  });
  return [
    ...fitness('documents, 2.0', asHosted),
    ...fitness('documents, 3.0', asSigned),
    ...[two, three].filter((finding) => finding !== undefined),
  ];
}

/** Response headers that browser-based and strict verifiers need. */
export function fitness(check: string, answer: Read | undefined): Finding[] {
  const remedy = 'let the proxy leave headers of the service as they are';
  if (!answer) return [fault(check, 'no answer', remedy)];
  const type = answer.headers.get('content-type') ?? 'no content type';
  if (answer.status !== 200) return [fault(check, `answered ${answer.status}`, remedy)];
  if (!/^application\/([\w.-]+\+)?json\b/.test(type))
    return [fault(check, `come as ${type}`, remedy)];
  if (answer.headers.get('access-control-allow-origin') !== '*')
    return [warning(check, 'verifiers in a browser may not read them: CORS', remedy)];
  return [ok(check, `come as ${type}, for every origin`)];
}

function parsed(text: string): unknown {
  if (/^[\w-]{4,}\.[\w-]{4,}\.[\w-]*$/.test(text.trim())) return text.trim();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
