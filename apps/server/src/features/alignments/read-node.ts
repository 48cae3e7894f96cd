import type { AlignmentDetails } from './create-alignment.ts';

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

/** A node of a document, with member names stripped of prefixes and vocabulary URLs. */
export type DocumentNode = ReadonlyMap<string, unknown>;

/** Members that contain nodes: JSON-LD, IMS CASE responses, CTDL envelopes. */
const containerMembers = [
  '@graph',
  'CFItem',
  'CFDocument',
  'CFItems',
  'CFPackage',
  'decoded_resource',
];
const frameworkTypes = ['CompetencyFramework', 'ConceptScheme', 'CFDocument', 'DefinedTermSet'];
/**
 * Types that a badge may be aligned to. Pages also describe their site, owner and breadcrumbs in
 * JSON-LD.
 */
const alignableKinds = [
  ...['CFItem', 'Competency', 'CompetencyFramework', 'Concept', 'ConceptScheme', 'Course'],
  ...['DefinedTerm', 'DefinedTermSet', 'EducationalOccupationalCredential', 'LearningProgram'],
  ...['Occupation', 'OccupationalCategory', 'Skill', 'Achievement', 'Rubric'],
];

export function collectNodes(document: unknown): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  let level = [document].flat();
  while (level.length > 0) {
    const found = level.filter(isObject).map(createNode);
    nodes.push(...found);
    level = found.flatMap((node) =>
      containerMembers.flatMap((holder) => [node.get(holder) ?? []].flat()),
    );
  }
  return nodes;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Treats `ceasn:name`, `http://www.w3.org/2004/02/skos/core#prefLabel` and `name` alike. */
function createNode(value: Record<string, unknown>): DocumentNode {
  return new Map(
    Object.entries(value).map(([name, each]) => [name.slice(findNameStart(name) + 1), each]),
  );
}

function findNameStart(name: string): number {
  return Math.max(name.lastIndexOf(':'), name.lastIndexOf('#'), name.lastIndexOf('/'));
}

function isOfKind(kinds: readonly string[], node: DocumentNode): boolean {
  return [node.get('@type') ?? node.get('type') ?? []]
    .flat()
    .some(
      (type) => typeof type === 'string' && kinds.includes(type.slice(findNameStart(type) + 1)),
    );
}

export const isAlignable = (node: DocumentNode): boolean => isOfKind(alignableKinds, node);

function findNodeUrl(node: DocumentNode): string | undefined {
  const found = node.get('uri') ?? node.get('@id') ?? node.get('id') ?? node.get('url');
  return typeof found === 'string' ? found : undefined;
}

/**
 * The node with this address or with an id contained in it; else the framework, else the first
 * node.
 */
export function chooseNode(nodes: readonly DocumentNode[], url: string): DocumentNode | undefined {
  const named = nodes.filter(
    (node) => node.size > 0 && !containerMembers.some((each) => node.has(each)),
  );
  return (
    named.find((node) => normalizeUrl(findNodeUrl(node) ?? '') === normalizeUrl(url)) ??
    named.find((node) =>
      [node.get('identifier'), node.get('ctid')].some(
        (id) => typeof id === 'string' && id.length >= 16 && url.includes(id),
      ),
    ) ??
    named.find((node) => isOfKind(frameworkTypes, node)) ??
    named.find(isAlignable) ??
    named[0]
  );
}

function normalizeUrl(address: string): string {
  return address.replace(/^http:/i, 'https:').replace(/\/$/, '');
}
