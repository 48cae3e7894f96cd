import { errors } from '@insignia/contract';

/** What the reference opens with: the first credential, then what holds everywhere. */
export function guide(baseUrl: string): string {
  return [quickstart(baseUrl), concepts].join('\n\n');
}

const quickstart = (
  baseUrl: string,
) => `Issue digital credentials as Open Badges that anyone can verify.

# Quickstart

Make a key at [${baseUrl}/api-keys](${baseUrl}/api-keys). Then register an issuer (with your own address it is verified at once), make a badge, and issue it:

\`\`\`sh
export KEY=insignia_…
call() {
  curl -s -w '\\n' -X POST "${baseUrl}$1" -d "$2" \\
    -H "X-Api-Key: $KEY" -H 'Content-Type: application/json'
}

call /issuers '{"parameters": {
  "name": "My School",
  "url": "https://school.example",
  "email": "you@example.org"
}}'
# {"issuerId":"${baseUrl}/certify-badge/issuer/…"}

call /badges '{"parameters": {
  "issuerId": "'$ISSUER_ID'",
  "name": "First steps",
  "description": "Can issue a badge",
  "criteria": "Issued one",
  "image": "'$(base64 < badge.png | tr -d '\\n')'"
}}'
# {"badgeId":"${baseUrl}/certify-badge/badge/…"}

call /awards '{"parameters": {
  "badgeId": "'$BADGE_ID'",
  "recipient": { "name": "Ada Lovelace", "email": "ada@example.org" },
  "issuedOn": "2026-03-01"
}}'
# {"statusCode":200,"info":{"awardId":"${baseUrl}/certify-badge/award/…"}}
\`\`\`

\`awardId\` is the public document that verifiers read; a browser that opens it is led to the credential's page. The same in JavaScript or TypeScript, with types, retries, and pages as iterators:

\`\`\`js
import { createClient } from '@insignia/sdk';

const insignia = createClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.KEY,
});
const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
const { awardId } = await insignia.credentials.issue({
  badgeId,
  recipient,
  issuedOn: '2026-03-01',
});
await insignia.credentials.send({ awardId, email: recipient.email });
\`\`\``;

const concepts = `# Who is asking

Programs send \`X-Api-Key\`. A key belongs to one account; with the scope \`read\` it reads, with \`write\` it may what the role of its maker allows. People sign in (a cookie) or send a JWT as \`Authorization: Bearer\`, and name the account that they mean in \`X-Account-Id\` when it is not their own. What belongs to another account is 404, as if it were not there.

# Ids

Issuers, badges and credentials are named by URL, \`{base}/certify-badge/{issuer|badge|award}/{id}\`: that is also where the public document is. Wherever an id is taken, the URL and the bare id at its end both do. Paths and fields say *award* for a credential.

# Bodies and envelopes

POST and PUT carry their fields inside \`parameters\`; what is under \`/webhooks\` and \`/api/auth\` carries them directly. Replies under \`/awards\` and \`/jobs\` stand in \`{"statusCode", "info"}\`; all else is the payload itself. What an operation does not know of a request changes nothing and is named in the header \`Insignia-Ignored-Fields\`, so that a slip such as \`recipient.nmae\` is seen. In the filters of bulk calls it is refused.

# Errors

Every refusal has one shape:

\`\`\`json
{
  "error": "recipient.email must be an e-mail address",
  "code": "invalid_request",
  "statusCode": 400,
  "details": [{ "path": "recipient.email", "message": "must be an e-mail address" }],
  "requestId": "0199…"
}
\`\`\`

\`code\` is for programs and stable, \`error\` is for people and may change; \`details\` names all that is wrong at once; \`requestId\` is what the operator finds it by. Each operation lists its codes; [all of them](#tag/error-codes) are at the end.

# Repeating a request

Where an operation takes \`Idempotency-Key\`, the same key with the same request gives the first answer again for 24 hours, marked \`Idempotent-Replayed: true\`, and nothing is done twice. With another request the same key is 409. Reading and deleting can be repeated as they are. 429 and 503 mean that nothing was done: try again after \`Retry-After\` seconds.

# Pages

Lists come 50 at a time. \`lastEvaluatedKey\` in an answer asks for the next page, as a query parameter with the same filter; on the last page it is missing. Rows that come and go meanwhile shift nothing. \`GET /badges\` gives all at once unless \`limit\` is given.

# Limits

Plans limit issuers, members and credentials a month (\`GET /account\` tells what is left). Requests a minute: 600 a key, 1,200 an account, 300 an address without a key; the headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` tell where you stand. Bodies have at most 1 MiB where nothing else is said.

# Time

Dates are ISO 8601: \`2026-03-01\`, or \`2026-03-01T12:00:00Z\`. Answers are in UTC. A bare \`expires\` holds through its day in UTC. Where a number is a time it is epoch milliseconds.`;

/** Every code with its meaning, by HTTP status. */
export function errorCodes(): string {
  const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]) => status);
  const groups = [...byStatus].map(([status, found]) => {
    const rows = found.map(([code, { text }]) => `- \`${code}\`: ${text}`);
    return `### ${status}\n\n${rows.join('\n')}`;
  });
  return groups.join('\n\n');
}
