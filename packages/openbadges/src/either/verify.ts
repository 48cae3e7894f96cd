import { assertMoment } from '../shared/moment.ts';
import type { ReadDocument } from '../shared/reader.ts';
import { check, type Source } from '../v2/index.ts';
import { type VerifyOptions as SignedOptions, verify as verifySigned } from '../v3/verify/index.ts';
import { isSigned, readValue } from './recognize.ts';
import { ofHosted, ofSigned, type Verdict } from './verdict.ts';

export type VerifyOptions = Omit<SignedOptions, 'source'> & {
  /** The credential as somebody holds it, or where it is. */
  source: Source;
};

/** Verifies a credential of Open Badges 2.0 or 3.0, of any issuer, whichever it is. Throws only what `read` throws, and at a `now` that is none. */
export async function verify({
  source,
  digest,
  disclose,
  contexts,
  ...options
}: VerifyOptions): Promise<Verdict> {
  assertMoment(options.now);
  const read = once(options.read);
  const signed = await signedText(source, read);
  return signed === undefined
    ? ofHosted(await check({ ...options, source, read }))
    : ofSigned(
        await verifySigned({ ...options, source: signed, read, digest, disclose, contexts }),
      );
}

/** The credential of Open Badges 3.0 that it is, or that is at its address; undefined where it is none. */
async function signedText(source: Source, read: ReadDocument): Promise<string | undefined> {
  if ('document' in source)
    return isSigned(readValue(source.document)) ? source.document : undefined;
  const answer = await read(source.url);
  if ('problem' in answer || answer.status !== 200) return undefined;
  const { document } = answer;
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return isSigned(readValue(text ?? '')) ? text : undefined;
}

/** Each address is asked once, however many checks need what is there. */
function once(read: ReadDocument): ReadDocument {
  const asked = new Map<string, ReturnType<ReadDocument>>();
  return (url) => {
    const answer = asked.get(url) ?? read(url);
    asked.set(url, answer);
    return answer;
  };
}
