// A user's program: copied into an empty project with the published package, compiled and run.
import { createClient, InsigniaError, type Options } from '@insignia/sdk';
import { type Credential, type Verdict, verify as verifyCredential } from '@insignia/sdk/verify';
import { type VerifyOptions, verify, type WebhookEvent } from '@insignia/sdk/webhooks';

const [baseUrl = '', apiKey, badgeId = ''] = process.argv.slice(2);
const insignia = createClient({ baseUrl, apiKey });
const options: Options = { signal: AbortSignal.timeout(60_000) };

const { awardId } = await insignia.credentials.issue(
  {
    badgeId,
    recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
    issuedOn: '2026-03-01',
  },
  options,
);
const { recipient, expires } = await insignia.credentials.get({ awardId });
const never: null | string = expires;

const file = 'name,email,issuedOn\nGrace Hopper,grace@example.org,2026-03-01\n';
const { importId } = await insignia.imports.create({ badgeId, file, dryRun: false });
let issued = 0;
for await (const state of insignia.imports.follow(importId, { every: 50 })) issued = state.issued;

const names: string[] = [];
for await (const found of insignia.credentials.all({ filter: { badgeId } }))
  names.push(found.recipient.name);
const csv = await (await insignia.credentials.exportCsv()).text();

const refusal = await insignia.credentials
  .issue({ badgeId, recipient: { name: 'x', email: 'x' }, issuedOn: 'x' })
  .catch((error: unknown) => error);
if (!(refusal instanceof InsigniaError)) throw new Error('it was not refused');

const handle = (event: WebhookEvent): string =>
  event.type === 'credential.revoked' ? event.data.reason : event.type;
const tolerance: VerifyOptions = { toleranceSeconds: 60 };
const forged = await verify('{}', new Headers(), 'whsec_AAAA', tolerance).then(
  handle,
  (error: Error) => error.name,
);

const response = await fetch(`${baseUrl}/credentials/${awardId.split('/').at(-1)}/vc`);
const signed = await response.text();
/** An unsigned presentation of two credentials. */
const both: Credential = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiablePresentation'],
  verifiableCredential: [JSON.parse(signed), JSON.parse(signed)],
};
const inside: Verdict[] = (await verifyCredential(both)).contains ?? [];
const endorsers = inside.flatMap(({ endorsements = [] }) =>
  endorsements.map(({ found }) => [found.about, found.issuer?.id]),
);
const verdicts: Verdict[] = [
  await verifyCredential(signed, { email: 'ada@example.org' }),
  await verifyCredential(new URL(awardId)),
  await verifyCredential(signed.replace('Ada', 'Eve')),
  await verifyCredential(signed, { fetch: () => Promise.reject(new Error('offline')) }),
  await verifyCredential(new Uint8Array(9)),
];

process.stdout.write(
  JSON.stringify({
    ...{ awardId, recipient, never, issued, names, forged },
    ...{ inside: inside.map(({ status }) => status), endorsers },
    verified: verdicts.map(({ edition, status }) => `${edition} ${status}`),
    rows: csv.trim().split('\n').length,
    refusal: [refusal.code, refusal.details.map(({ path }) => path)],
  }),
);
