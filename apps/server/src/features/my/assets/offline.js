// Verifies the credentials of this file without a network. The keys and lists come from the export.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const { credentials, keys, lists } = read('data');
const texts = read('texts');

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
    each.charCodeAt(0),
  );
const toJson = (text) => JSON.parse(new TextDecoder().decode(toBytes(text)));

const algorithms = {
  ES256: [
    { name: 'ECDSA', namedCurve: 'P-256' },
    { name: 'ECDSA', hash: 'SHA-256' },
  ],
  EdDSA: [{ name: 'Ed25519' }, { name: 'Ed25519' }],
};

async function hasValidSignature(jwt) {
  const [head, body, signature] = jwt.split('.');
  const { alg, kid } = toJson(head);
  const method = Object.values(keys)
    .flatMap(({ verificationMethod }) => verificationMethod)
    .find(({ id }) => id === kid);
  const [kind, how] = algorithms[alg];
  const key = await crypto.subtle.importKey('jwk', method.publicKeyJwk, kind, false, ['verify']);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  return crypto.subtle.verify(how, key, toBytes(signature), signed);
}

async function isRevoked({ credentialStatus }) {
  const { statusListCredential, statusListIndex } = credentialStatus;
  const packed = toBytes(lists[statusListCredential].slice(1));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bits = new Uint8Array(await new Response(stream).arrayBuffer());
  const index = Number(statusListIndex);
  return ((bits[index >> 3] >> (7 - (index & 7))) & 1) === 1;
}

/** Returns true, false, or undefined if the browser can't tell. */
const attempt = (check) => check.catch(() => undefined);

const toOutcome = (isGood) => (isGood === undefined ? 'unknown' : isGood ? 'valid' : 'invalid');

/** The worst of the outcomes. */
const summarize = (outcomes) =>
  ['invalid', 'expired', 'unknown'].find((each) => outcomes.includes(each)) ?? 'valid';

async function verify({ jwt }) {
  const content = toJson(jwt.split('.')[1]);
  const signature = toOutcome(await attempt(hasValidSignature(jwt)));
  const status = toOutcome(await attempt(isRevoked(content).then((isBad) => !isBad)));
  const { validUntil } = content;
  const hasExpired = validUntil !== undefined && new Date(validUntil) < new Date();
  const dates = hasExpired ? 'expired' : 'valid';
  const lines = Object.entries({ signature, status, dates });
  return { verdict: summarize([signature, status, dates]), lines };
}

for (const [at, credential] of credentials.entries()) {
  const place = document.getElementById(`credential-${at}`);
  const { verdict, lines } = await verify(credential).catch(() => ({
    verdict: 'unknown',
    lines: [],
  }));
  const status = place.querySelector('.verdict');
  status.className = `verdict ${verdict}`;
  status.textContent = texts.verdicts[verdict];
  place.querySelector('.checks').replaceChildren(
    ...lines.map(([name, result]) => {
      const item = document.createElement('li');
      item.className = result;
      item.textContent = texts[name][result];
      return item;
    }),
  );
}
