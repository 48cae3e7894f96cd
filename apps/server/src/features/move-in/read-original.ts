import { awardDetailLimits } from '@insignia/contract';
import {
  all,
  findDocument,
  first,
  firstText,
  getId,
  isObject,
  isOfType,
  type Json,
} from '@insignia/openbadges/shared';
import { open } from '@insignia/openbadges/v3/verify';
import { isLink, type RawFields } from './read-rows.ts';

/** Reads a value of a document by its address. Undefined if it wasn't fetched. */
export type GetDocument = (url: string) => unknown;

/** Text becomes the document in it. */
function parse(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const opened = open(value);
  return 'document' in opened ? opened.document : undefined;
}

/** The verified assertion among the documents: the hosted one counts, or else the signed one. */
export function findOriginalAssertion(documents: readonly unknown[], id: string | undefined) {
  return documents
    .map((value) => findDocument(parse(value), 'Assertion'))
    .find(
      (found) => found && isOfType(found, 'Assertion') && (id === undefined || getId(found) === id),
    );
}

/** The first signed credential among the documents. Those that it names come after it. */
export function findSigned(documents: readonly unknown[]): Json | undefined {
  return documents
    .map(parse)
    .find((found): found is Json => isObject(found) && isObject(readSubject(found).achievement));
}

function readSubject(credential: Json): Json {
  const subject = first(credential.credentialSubject);
  return isObject(subject) ? subject : {};
}

type Details = Record<'id' | 'name' | 'description' | 'criteria' | 'image', string>;

/** Describes the badge of an assertion or of a signed credential. Absent members are empty. */
export function readDetails(original: Json, getDocument: GetDocument): Details {
  const badge = findBadge(original, getDocument);
  const image = firstText(badge.image) ?? '';
  return {
    id: getId(badge) ?? '',
    name: (firstText(badge.name) ?? '').trim(),
    description: firstText(badge.description) ?? '',
    criteria: readCriteria(first(badge.criteria)),
    image: isLink(image) || image.startsWith('data:image/') ? image : '',
  };
}

function findBadge(original: Json, getDocument: GetDocument): Json {
  const { achievement } = readSubject(original);
  if (isObject(achievement)) return achievement;
  const badge = first(original.badge);
  const url = firstText(badge);
  const fetched = url === undefined ? undefined : findDocument(getDocument(url), 'BadgeClass');
  return fetched ?? (isObject(badge) ? badge : {});
}

function readCriteria(criteria: unknown): string {
  if (typeof criteria === 'string') return criteria.trim();
  if (!isObject(criteria)) return '';
  const url = getId(criteria) ?? '';
  return [firstText(criteria.narrative) ?? '', isLink(url) ? url : ''].filter(Boolean).join('\n\n');
}

/** The recipient's address, if it isn't hashed. */
export function readEmail(original: Json): string {
  const recipient = first(original.recipient);
  const identities = isObject(recipient)
    ? [recipient.identity]
    : [
        ...all(readSubject(original).identifier)
          .filter(isObject)
          .filter(({ identityType }) => identityType === 'emailAddress')
          .map(({ identityHash }) => identityHash),
        firstText(readSubject(original).id)?.replace(/^mailto:/i, ''),
      ];
  const isAddress = (text: string | undefined) =>
    text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text);
  return identities.map(firstText).find(isAddress)?.trim() ?? '';
}

/** Narrative and evidence of the recipient's work. */
export function readWork(original: Json): Pick<RawFields, 'narrative' | 'evidence'> {
  const narrative = firstText(original.narrative ?? readSubject(original).narrative);
  const evidence = all(original.evidence).slice(0, awardDetailLimits.evidence).map(readEvidence);
  const filled = evidence.filter((each) => Object.keys(each).length > 0);
  return { narrative, ...(filled.length > 0 && { evidence: filled }) };
}

function readEvidence(value: unknown): Record<string, string> {
  if (typeof value === 'string') return isLink(value) ? { id: value } : { narrative: value };
  if (!isObject(value)) return {};
  const url = getId(value) ?? '';
  const texts = (['name', 'description', 'narrative', 'genre', 'audience'] as const).flatMap(
    (name) => {
      const text = firstText(value[name]);
      return text === undefined ? [] : [[name, text] as const];
    },
  );
  return { ...(isLink(url) && { id: url }), ...Object.fromEntries(texts) };
}
