import { all, isObject, type Json } from '../shared/read.ts';

type Node = { termType: 'NamedNode' | 'BlankNode'; value: string };
type Literal = { termType: 'Literal'; value: string; datatype: Node };
/** An RDF quad for rdf-canonize. */
type Quad = {
  subject: Node;
  predicate: Node;
  object: Node | Literal;
  graph: { termType: 'DefaultGraph'; value: '' };
};

const type = createNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const graph = { termType: 'DefaultGraph', value: '' } as const;
// An IRI with a scheme (RFC 3987 §2.2), without the characters that N-Quads forbids in an IRIREF.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be rejected
const absolute = /^[A-Za-z][A-Za-z0-9+.-]*:[^\u0000-\u0020<>"{}|\\^`]*$/;

/**
 * Converts a document with known members (`kinds`) to the RDF that a JSON-LD processor would
 * produce. Throws for other members, which would not be signed.
 */
export function writeQuads(document: Json, kind: NodeKind): Quad[] {
  const { '@context': _, ...members } = document;
  const writer = new Writer();
  writer.node(members, kind);
  return [...writer.quads.values()];
}

class Writer {
  /** Keyed by content, because RDF is a set. */
  readonly quads = new Map<string, Quad>();
  #blanks = 0;

  node(members: Json, kind: NodeKind): Node {
    const { id, type: kindsOfIt, ...rest } = members;
    const subject = id === undefined ? this.#blank() : createNode(requireIri(id));
    for (const each of all(kindsOfIt)) this.#add(subject, type, getKnownNode(requireTypeIri(each)));
    const terms: Record<string, Term> = kinds[kind];
    for (const [name, value] of Object.entries(rest)) {
      const term = terms[name];
      if (!term) throw new Error(`a ${kind} has no member ${name}`);
      for (const each of all(value))
        this.#add(subject, getKnownNode(term.predicate), this.#of(term, each));
    }
    return subject;
  }

  #of(term: Term, value: unknown): Node | Literal {
    if (term.becomes === 'iri') return createNode(requireIri(value));
    if (term.becomes === 'literal') {
      if (!['string', 'boolean', 'number'].includes(typeof value)) throw new Error('not a literal');
      return {
        termType: 'Literal',
        value: lexicalForm(value),
        datatype: getKnownNode(term.datatype),
      };
    }
    if (!isObject(value)) throw new Error('not an object');
    return this.node(value, term.kind);
  }

  #add(subject: Node, predicate: Node, object: Node | Literal): void {
    const datatype = object.termType === 'Literal' ? object.datatype.value : '';
    // IRIs contain no spaces, so keys are unique.
    const key = `${subject.value} ${predicate.value} ${datatype} ${object.value}`;
    this.quads.set(key, { subject, predicate, object, graph });
  }

  #blank(): Node {
    return { termType: 'BlankNode', value: `_:b${this.#blanks++}` };
  }
}

const vocabulary = new Map<string, Node>();

/** Cached node of a known term. */
function getKnownNode(value: string): Node {
  const found = vocabulary.get(value) ?? createNode(value);
  vocabulary.set(value, found);
  return found;
}

function createNode(value: string): Node {
  return { termType: 'NamedNode', value };
}

/** JSON-LD 1.1 Processing Algorithms and API §8.2.2: fractions become canonical doubles. */
function lexicalForm(value: unknown): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential(15).split('e');
  let end = mantissa.length;
  while (mantissa[end - 1] === '0' && mantissa[end - 2] !== '.') end--;
  return `${mantissa.slice(0, end)}E${Number(exponent)}`;
}

/** Throws for a non-IRI, which JSON-LD would drop from the signature. */
export function requireIri(value: unknown): string {
  if (typeof value !== 'string' || !absolute.test(value))
    throw new Error(`not an absolute IRI: ${String(value)}`);
  return value;
}

function requireTypeIri(value: unknown): string {
  const found = typeof value === 'string' && Object.hasOwn(types, value) && types[value];
  if (!found) throw new Error(`not a type of ours: ${String(value)}`);
  return found;
}

/** RDF form of a member: a typed literal, an IRI, or a node of a kind. Each may repeat. */
type Term = { predicate: string } & (
  | { becomes: 'literal'; datatype: string }
  | { becomes: 'iri' }
  | { becomes: 'node'; kind: NodeKind }
);
type NodeKind = keyof typeof kinds;

const xsd = 'http://www.w3.org/2001/XMLSchema#';
const cred = 'https://www.w3.org/2018/credentials#';
const status = 'https://www.w3.org/ns/credentials/status#';
const ob = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';
const schema = 'https://schema.org/';
// The Open Badges context writes XML Schema's namespace with https, which makes other datatypes.
const obXsd = 'https://www.w3.org/2001/XMLSchema#';

const literal = (predicate: string, datatype = `${xsd}string`): Term => ({
  ...{ predicate, becomes: 'literal', datatype },
});
const iri = (predicate: string): Term => ({ predicate, becomes: 'iri' });
const node = (predicate: string, kind: string): Term => ({
  ...{ predicate, becomes: 'node', kind: kind as NodeKind },
});
const named = {
  name: literal(`${schema}name`),
  description: literal(`${schema}description`),
};

/** Type IRIs by document name. */
const types: Record<string, string> = {
  VerifiableCredential: `${cred}VerifiableCredential`,
  OpenBadgeCredential: `${ob}OpenBadgeCredential`,
  Profile: `${ob}Profile`,
  Image: `${ob}Image`,
  AchievementSubject: `${ob}AchievementSubject`,
  Achievement: `${ob}Achievement`,
  Alignment: `${schema}AlignmentObject`,
  IdentityObject: `${ob}IdentityObject`,
  Result: `${ob}Result`,
  ResultDescription: `${ob}ResultDescription`,
  Evidence: `${ob}Evidence`,
  BitstringStatusListEntry: `${status}BitstringStatusListEntry`,
  BitstringStatusListCredential: `${status}BitstringStatusListCredential`,
  BitstringStatusList: `${status}BitstringStatusList`,
};

/**
 * The contexts' definitions of our members, precomputed. Tests compare the result with a JSON-LD
 * processor.
 */
const kinds = {
  credential: {
    ...named,
    image: node(`${ob}image`, 'image'),
    issuer: node(`${cred}issuer`, 'profile'),
    validFrom: literal(`${cred}validFrom`, `${xsd}dateTime`),
    validUntil: literal(`${cred}validUntil`, `${xsd}dateTime`),
    credentialSubject: node(`${cred}credentialSubject`, 'subject'),
    evidence: node(`${cred}evidence`, 'evidence'),
    credentialStatus: node(`${cred}credentialStatus`, 'statusEntry'),
  },
  statusList: {
    issuer: iri(`${cred}issuer`),
    validFrom: literal(`${cred}validFrom`, `${xsd}dateTime`),
    validUntil: literal(`${cred}validUntil`, `${xsd}dateTime`),
    credentialSubject: node(`${cred}credentialSubject`, 'bitstring'),
  },
  profile: {
    ...named,
    url: literal(`${schema}url`, `${obXsd}anyURI`),
    email: literal(`${schema}email`),
    image: node(`${ob}image`, 'image'),
  },
  image: { caption: literal(`${schema}caption`) },
  subject: {
    identifier: node(`${ob}identifier`, 'identity'),
    achievement: node(`${ob}achievement`, 'achievement'),
    narrative: literal(`${ob}narrative`),
    result: node(`${ob}result`, 'result'),
  },
  identity: {
    hashed: literal(`${ob}hashed`, `${obXsd}boolean`),
    identityHash: literal(`${ob}identityHash`),
    identityType: literal(`${ob}identityType`),
    salt: literal(`${ob}salt`),
  },
  achievement: {
    ...named,
    criteria: node(`${ob}Criteria`, 'criteria'),
    image: node(`${ob}image`, 'image'),
    achievementType: literal(`${ob}achievementType`),
    creditsAvailable: literal(`${ob}creditsAvailable`, `${obXsd}float`),
    inLanguage: literal(`${schema}inLanguage`),
    version: literal(`${ob}version`),
    tag: literal(`${schema}keywords`),
    alignment: node(`${ob}alignment`, 'alignment'),
    creator: node(`${ob}creator`, 'profile'),
    resultDescription: node(`${ob}resultDescription`, 'resultDescription'),
  },
  criteria: { narrative: literal(`${ob}narrative`) },
  alignment: {
    targetName: literal(`${schema}targetName`),
    targetUrl: literal(`${schema}targetUrl`, `${obXsd}anyURI`),
    targetDescription: literal(`${schema}targetDescription`),
    targetFramework: literal(`${schema}targetFramework`),
    targetCode: literal(`${ob}targetCode`),
    targetType: literal(`${ob}targetType`),
  },
  result: {
    resultDescription: literal(`${ob}resultDescription`, `${obXsd}anyURI`),
    status: literal(`${ob}status`),
    value: literal(`${schema}value`),
  },
  resultDescription: { name: named.name, resultType: literal(`${ob}resultType`) },
  evidence: {
    ...named,
    narrative: literal(`${ob}narrative`),
    genre: literal(`${schema}genre`),
    audience: literal(`${schema}audience`),
  },
  statusEntry: {
    statusPurpose: literal(`${status}statusPurpose`),
    statusListIndex: literal(`${status}statusListIndex`),
    statusListCredential: iri(`${status}statusListCredential`),
  },
  bitstring: {
    statusPurpose: literal(`${status}statusPurpose`),
    encodedList: literal(`${status}encodedList`, 'https://w3id.org/security#multibase'),
    ttl: literal(`${status}ttl`, `${xsd}integer`),
  },
} satisfies Record<string, Record<string, Term>>;
