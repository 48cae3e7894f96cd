import { all, isObject, type Json } from '../shared/read.ts';
import { kinds, type NodeKind, type Term, types } from './terms.ts';

type Node = { termType: 'NamedNode' | 'BlankNode'; value: string };
type Literal = { termType: 'Literal'; value: string; datatype: Node };
/** An RDF quad for rdf-canonize. */
export type Quad = {
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
