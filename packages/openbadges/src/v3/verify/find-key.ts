import { all, isObject, type Json, text } from '../../shared/read.ts';
import type { ReadDocument } from '../../shared/reader.ts';
import { addressOfDid, multikeyOfDid } from '../did.ts';
import type { Digest, HashName } from './digest.ts';
import { type PublicKey, publicKeyOf, UnknownKind } from './public-key.ts';
import type { Finding } from './report.ts';

export type FoundKey = { key: PublicKey; isOfIssuer: Finding };
export type Seeking = {
  issuer: string;
  now: number;
  read: ReadDocument;
  digest: (document: Json, hash: HashName) => Promise<Digest>;
};

/**
 * The key that a proof names, and whether it is one by which the issuer signs: its controller is the issuer, and the
 * issuer's own document lets it make assertions (Verifiable Credentials Data Integrity §4.4, Controlled Identifiers §3.3).
 * What a proof or a JWT brings along as its key is never asked.
 */
export async function findKey(method: string, seeking: Seeking): Promise<FoundKey | Finding> {
  const [controller = '', fragment] = method.split('#');
  const multikey = multikeyOfDid(controller);
  if (multikey === undefined) return fromDocument(method, controller, seeking);
  return orNoGood(async () => ({
    key: await publicKeyOf({ publicKeyMultibase: multikey }),
    isOfIssuer: judge(
      seeking,
      controller === seeking.issuer && [multikey, undefined].includes(fragment),
    ),
  }));
}

/** Only of what is there: that nothing could be read says nothing of the key, so a reader's errors are its own. */
async function orNoGood(take: () => Promise<FoundKey | Finding>): Promise<FoundKey | Finding> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof UnknownKind)
      return { outcome: 'unknown', message: 'Its key is of a kind that is not known here.' };
    return { outcome: 'invalid', message: `Its key is no good: ${(error as Error).message}.` };
  }
}

async function fromDocument(
  method: string,
  controller: string,
  seeking: Seeking,
): Promise<FoundKey | Finding> {
  const address = controller.startsWith('did:') ? addressOfDid(controller) : controller;
  if (!address || !/^https:\/\//i.test(address))
    return { outcome: 'unknown', message: 'Its key is at no address that can be asked here.' };
  const answer = await seeking.read(address);
  if ('problem' in answer)
    return { outcome: 'unknown', message: `The document with its key ${answer.problem}.` };
  const { status, document } = answer;
  if (status !== 200 || !isObject(document))
    return { outcome: 'unknown', message: `${address} answered with no document (${status}).` };
  return orNoGood(async () => {
    const known = methodIn(document, method, controller);
    if (!known)
      return { outcome: 'invalid', message: 'The document that it names does not have its key.' };
    const isItsOwn = isOfIssuer(document, known, method, controller, seeking);
    return { key: await publicKeyOf(known), isOfIssuer: judge(seeking, isItsOwn, known) };
  });
}

/** In a controller document, in a set of JWKs, or the document is the key itself. */
function methodIn(document: Json, method: string, controller: string): Json | undefined {
  const fragment = method.slice(controller.length);
  const names = [method, fragment, `${text(document.id)}${fragment}`];
  const listed = [...all(document.verificationMethod), ...all(document.assertionMethod)];
  const found = listed.filter(isObject).find(({ id }) => names.includes(String(id)));
  if (found || listed.length > 0) return found;
  if (Array.isArray(document.keys))
    return document.keys
      .filter(isObject)
      .find(({ kid }) => kid === method || `#${kid}` === fragment);
  const { id, kid, kty } = document;
  return id === method || kid === method || (kty !== undefined && kid === undefined)
    ? document
    : undefined;
}

function isOfIssuer(
  document: Json,
  known: Json,
  method: string,
  controller: string,
  { issuer }: Seeking,
): boolean {
  const { controller: says } = known;
  if (says !== undefined && says !== issuer) return false;
  if (!isWhereIssuerIs(controller, issuer)) return false;
  if (document.verificationMethod === undefined) return true;
  const names = [method, method.slice(controller.length), String(known.id)];
  const maySign = all(document.assertionMethod).some((each) =>
    names.includes(isObject(each) ? String(each.id) : String(each)),
  );
  return maySign && [controller, issuer].includes(text(document.id) ?? '');
}

/**
 * A DID's document is where the DID says, or at the address that it is made of. An issuer that is an address answers
 * for its host, as hosted badges of Open Badges 2.0 do (§VerificationObject).
 */
function isWhereIssuerIs(controller: string, issuer: string): boolean {
  if (controller === issuer) return true;
  if (!URL.canParse(controller) || controller.startsWith('did:')) return false;
  const address = addressOfDid(issuer);
  if (address !== undefined)
    return [address, address.replace(/\/did\.json$/, '')].includes(controller);
  return (
    /^https:/i.test(issuer) &&
    URL.canParse(issuer) &&
    new URL(issuer).origin === new URL(controller).origin
  );
}

function judge({ now }: Seeking, isItsOwn: boolean, method: Json = {}): Finding {
  if (!isItsOwn)
    return { outcome: 'invalid', message: 'It was signed by a key that is not its issuer’s.' };
  for (const [name, what] of [
    ['revoked', 'revoked'],
    ['expires', 'no longer to be used'],
  ] as const)
    if (method[name] !== undefined && !(Date.parse(String(method[name])) > now))
      return { outcome: 'invalid', message: `The key that signed it was ${what} by its issuer.` };
  return { outcome: 'valid', message: 'It was signed by a key of its issuer.' };
}
