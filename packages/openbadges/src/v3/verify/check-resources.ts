import { all, isObject, type Json } from '../../shared/read.ts';
import { fetchNamed } from './fetch-named.ts';
import type { Seeking } from './find-key.ts';
import { digestsOf, type ExpectedDigest, MAX_RELATED_RESOURCES } from './related-resources.ts';
import { type Finding, unknown } from './report.ts';

/** In bytes, for one resource. */
const MAX_RESOURCE_SIZE = 1024 * 1024;

/**
 * Checks that the resources a credential refers to are unchanged since it was signed (Verifiable
 * Credentials Data Model 2.0 §5.3: another digest is an error). Undefined if it has no related
 * resources.
 */
export async function checkResources(
  document: Json,
  { read }: Seeking,
): Promise<Finding | undefined> {
  const resources = all(document.relatedResource).filter(isObject);
  if (resources.length === 0) return undefined;
  if (resources.length > MAX_RELATED_RESOURCES)
    return unknown(`The credential has more than ${MAX_RELATED_RESOURCES} related resources`);
  const found: Finding[] = [];
  for (const resource of resources) found.push(await checkResource(resource, read));
  return (
    found.find(({ outcome }) => outcome === 'invalid') ??
    found.find(({ outcome }) => outcome === 'unknown') ?? {
      outcome: 'valid',
      message: 'The related resources haven’t changed since the credential was signed.',
    }
  );
}

async function checkResource(resource: Json, read: Seeking['read']): Promise<Finding> {
  const address = String(resource.id);
  const name = `The related resource ${address.slice(0, 200)}`;
  const { groups, hasOthers } = digestsOf(resource);
  if (groups.length === 0) return unknown(`${name} has a digest of an unsupported type`);
  const answer = await fetchNamed(address, read);
  if (typeof answer === 'string') return unknown(`${name} ${answer}`);
  const { body } = answer;
  if (!body) return unknown(`${name} was fetched without its content`);
  if (body.length > MAX_RESOURCE_SIZE) return unknown(`${name} is larger than 1 MiB`);
  for (const group of groups)
    if (!(await isDigestInGroup(group, body)))
      return {
        outcome: 'invalid',
        message: `${name} has changed since the credential was signed (VC 5.3).`,
      };
  return hasOthers
    ? unknown(`${name} has another digest of an unsupported type`)
    : { outcome: 'valid', message: `${name} is unchanged.` };
}

async function isDigestInGroup(group: ExpectedDigest[], body: Uint8Array): Promise<boolean> {
  const matches = await Promise.all(group.map((expected) => isDigestOf(expected, body)));
  return matches.includes(true);
}

async function isDigestOf({ hash, bytes }: ExpectedDigest, body: Uint8Array): Promise<boolean> {
  const found = new Uint8Array(await crypto.subtle.digest(hash, body as Uint8Array<ArrayBuffer>));
  return found.every((byte, at) => byte === bytes[at]);
}
