import { existsSync } from 'node:fs';
import { isCredentialReference } from '@insignia/contract';
import { readCredentialFile } from '@insignia/openbadges/either';
import { describeIdentity } from '@insignia/openbadges/shared';
import type { Client } from '@insignia/sdk';
import { readUserFile } from '../files.ts';
import { connectToService } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import { CommandLineError, colorText, exitCodes, printResult } from '../terminal/output.ts';
import { stripControlCharacters } from '../terminal/rules.ts';

type Verdict = Awaited<ReturnType<Client['verification']['verify']>>;

const colors = { valid: 'green', invalid: 'red', unknown: 'yellow' } as const;
const marks = { valid: '✓', invalid: '✗', unknown: '?' } as const;

export function addVerify({ program, output, signal, endWith }: Context): void {
  program
    .command('verify')
    .description('verify a credential of any issuer by its URL, document, certificate or image')
    .argument('<url|id|code|file>', 'URL, id, short code, or file: PDF, JSON, JWT, PNG or SVG')
    .option('--email <address>', 'check that it was issued to this address')
    .addHelpText(
      'after',
      `
Example:
  insignia verify badge.png --email ada@example.org
  insignia verify 7K3M-9QXT`,
    )
    .action(async (what: string, { email }: { email?: string }) => {
      const client = await connectToService(false);
      const options = email ? { email } : {};
      const isUrl = /^https?:\/\//i.test(what);
      const isNamed = isUrl || (isCredentialReference(what) && !existsSync(what));
      const verdict: Verdict = isNamed
        ? await client.verification.verify({ url: what, ...options }, { signal })
        : await verifyFile(client, what, options, signal);
      report(verdict);
      if (verdict.outcome === 'invalid') endWith(exitCodes.notValid);
      if (verdict.outcome === 'unknown') endWith(exitCodes.unreachable);
    });

  function report(verdict: Verdict): void {
    printResult(output(), verdict, formatVerdict(verdict));
  }
}

/** The result of a credential, with those of the credentials and endorsements in it below. */
function formatVerdict(verdict: Verdict): string[] {
  const { badge, issuer, recipient } = verdict.found;
  // If the issuer is proven, its check repeats the line above.
  const checks = verdict.checks.filter(
    ({ check, outcome }) => check !== 'issuer' || outcome !== 'valid' || !issuer?.provenBy,
  );
  const words = [recipient?.name, badge?.name].filter((word) => word !== undefined);
  const inside = [
    ...formatNested('Contains', verdict.contains),
    ...formatNested('Endorsement', verdict.endorsements),
  ];
  return [
    colorText(colors[verdict.outcome], `${marks[verdict.outcome]} ${verdict.status}`) +
      (words.length > 0 ? `  ${stripControlCharacters(words.join(' · '))}` : ''),
    ...formatIssuer(issuer),
    ...checks.map(
      ({ outcome, message }) =>
        `  ${colorText(colors[outcome], marks[outcome])} ${stripControlCharacters(message)}`,
    ),
    ...inside.map((line) => `  ${line}`),
  ];
}

function formatNested(label: string, verdicts: Verdict[] = []): string[] {
  return verdicts.flatMap((each) => {
    const [first, ...rest] = formatVerdict(each);
    return [`${label}: ${first}`, ...rest];
  });
}

/** Shows the proven signer or host before the claimed name. */
function formatIssuer(issuer: Verdict['found']['issuer']): string[] {
  const { provenBy, claimedName } = issuer ?? {};
  return [
    ...(provenBy ? [`  ${stripControlCharacters(describeIdentity(provenBy))}`] : []),
    ...(claimedName === undefined
      ? []
      : [`  Issuer claims to be “${stripControlCharacters(claimedName)}” (not proven)`]),
  ];
}

async function verifyFile(
  client: Client,
  path: string,
  options: { email?: string },
  signal: AbortSignal,
): Promise<Verdict> {
  const file = await readUserFile(path);
  // The text of a PDF counts too, also in a picture, so the service gets all of it.
  if (Buffer.from(file).includes('%PDF-'))
    return client.verification.verifyDocument({ file, ...options }, { signal });
  const document = await extractDocument(file);
  return client.verification.verifyDocument({ document, ...options }, { signal });
}

/** A document, or the one baked into a picture. */
async function extractDocument(bytes: Uint8Array): Promise<string> {
  const refuse = (why: string) => {
    throw new CommandLineError(why, exitCodes.refused);
  };
  const opened = await readCredentialFile(bytes).catch((error: Error) =>
    refuse(`this file isn't a document (JSON or JWT) or a badge image: ${error.message}`),
  );
  return opened ?? refuse('this image contains no credential');
}
