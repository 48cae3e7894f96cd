import type { AlignmentDetails } from './create-alignment.ts';
import { createNode, type DocumentNode, findNodeUrl } from './nodes.ts';

// Member names in IMS CASE 1.0 (abbreviatedStatement, fullStatement, humanCodingScheme,
// CFDocumentURI), CTDL-ASN (competencyLabel, competencyText, codedNotation, isPartOf), SKOS
// (prefLabel, definition, notation, inScheme), ESCO (preferredLabel), O*NET (title, code) and
// schema.org (name, termCode, inDefinedTermSet), most specific first.
const names = [
  ...['abbreviatedStatement', 'competencyLabel', 'prefLabel', 'preferredLabel', 'name', 'title'],
  ...['fullStatement', 'competencyText', 'label'],
];
const descriptions = [
  ...['fullStatement', 'competencyText', 'definition', 'description', 'scopeNote', 'comment'],
  'notes',
];
const codes = ['humanCodingScheme', 'codedNotation', 'notation', 'termCode', 'code', 'ctid'];
const ctdl = 'Credential Transparency Description Language';
const frameworks = ['CFDocumentURI', 'isPartOf', 'inDefinedTermSet', 'inScheme', 'frameworkName'];

export function readNodeDetails(
  node: DocumentNode,
  nodes: readonly DocumentNode[],
  language: string,
): AlignmentDetails {
  const texts = (members: readonly string[], of = node) =>
    members
      .map((member) => findLocalizedText(of.get(member), language))
      .filter((text) => text !== undefined);
  const [name] = texts(names);
  const reported = new Map<string, string | undefined>();
  const nodesByUrl = indexByUrl(nodes);
  return {
    name,
    description: texts(descriptions).find((text) => text !== name),
    // Fallback used by 1EdTech's examples (Open Badges 3.0 Implementation Guide §Alignment with
    // CASE items).
    code: texts(node.has('fullStatement') ? [...codes, 'identifier'] : codes)[0],
    framework:
      frameworks
        .flatMap((member) => [node.get(member) ?? []].flat())
        .map((value) => getFrameworkName(value))
        .find((text) => text !== undefined) ?? getDocumentName(),
    address: findNodeUrl(node),
  };

  /**
   * CASE items don't name their document within a package. CTDL resources have its language
   * (§Alignment with a CTDL resource).
   */
  function getDocumentName(): string | undefined {
    const whole = nodes.find((each) => each.has('CFDocument'))?.get('CFDocument');
    return getFrameworkName(whole) ?? (node.has('ctid') ? ctdl : undefined);
  }

  /** A name, an inline description, or a reference to another node. */
  function getFrameworkName(value: unknown): string | undefined {
    if (typeof value === 'string' && !/^[a-z]+:\S+$/i.test(value)) return value;
    const own = typeof value === 'object' && value !== null ? createNode({ ...value }) : undefined;
    const text = own && texts(names, own)[0];
    if (text !== undefined) return text;
    const address = own ? findNodeUrl(own) : value;
    return lookUpName(address);
  }

  /** Cached, because many nodes refer to the same framework. */
  function lookUpName(address: unknown): string | undefined {
    if (typeof address !== 'string') return undefined;
    const other = nodesByUrl.get(address);
    if (other && !reported.has(address)) reported.set(address, texts(names, other)[0]);
    return reported.get(address);
  }
}

/** The first node of each address. */
function indexByUrl(nodes: readonly DocumentNode[]): ReadonlyMap<string, DocumentNode> {
  const found = new Map<string, DocumentNode>();
  for (const node of nodes) {
    const address = findNodeUrl(node);
    if (address !== undefined && !found.has(address)) found.set(address, node);
  }
  return found;
}

const languageTag = /^(?:@none|[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4})$/i;

/** Plain text, or the entry in the requested language. */
function findLocalizedText(value: unknown, language: string): string | undefined {
  const plain = plainText(value);
  if (plain !== undefined || typeof value !== 'object' || value === null) return plain;
  const localized = Array.isArray(value)
    ? value.map((each): LocalizedValue => [readLanguage(each), each])
    : Object.entries(value).filter(([name]) => languageTag.test(name));
  return localized
    .toSorted((one, other) => rankByLanguage(one, language) - rankByLanguage(other, language))
    .map(([, each]) => plainText(Array.isArray(each) ? each[0] : each))
    .find((text) => text !== undefined);
}

/** A string, JSON-LD's `@value`, or ESCO's `literal`. */
function plainText(value: unknown): string | undefined {
  const { '@value': inner, literal } = Object(value) as { '@value'?: unknown; literal?: unknown };
  const text = typeof value === 'object' ? (inner ?? literal) : value;
  if (typeof text === 'number') return String(text);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

type LocalizedValue = [language: string, value: unknown];

function readLanguage(value: unknown): string {
  const { '@language': own } = Object(value) as { '@language'?: unknown };
  return typeof own === 'string' ? own : '';
}

/** Exact language, a variant, English, anything else. */
function rankByLanguage([name]: LocalizedValue, language: string): number {
  const [own, requested] = [name, language].map((each) => each.toLowerCase());
  const base = (text = ''): string | undefined => text.split('-', 1)[0];
  if (own === requested) return 0;
  if (base(own) === base(requested)) return 1;
  return base(own) === 'en' ? 2 : 3;
}
