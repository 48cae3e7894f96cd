/** A node of a document, with member names stripped of prefixes and vocabulary URLs. */
export type Node = ReadonlyMap<string, unknown>;

/** Members that contain nodes: JSON-LD, IMS CASE responses, CTDL envelopes. */
const holders = ['@graph', 'CFItem', 'CFDocument', 'CFItems', 'CFPackage', 'decoded_resource'];
const frameworks = ['CompetencyFramework', 'ConceptScheme', 'CFDocument', 'DefinedTermSet'];
/**
 * Types that a badge may be aligned to. Pages also describe their site, owner and breadcrumbs in
 * JSON-LD.
 */
const described = [
  ...['CFItem', 'Competency', 'CompetencyFramework', 'Concept', 'ConceptScheme', 'Course'],
  ...['DefinedTerm', 'DefinedTermSet', 'EducationalOccupationalCredential', 'LearningProgram'],
  ...['Occupation', 'OccupationalCategory', 'Skill', 'Achievement', 'Rubric'],
];

export function nodesIn(document: unknown): Node[] {
  const nodes: Node[] = [];
  let level = [document].flat();
  while (level.length > 0) {
    const found = level.filter(isObject).map(nodeOf);
    nodes.push(...found);
    level = found.flatMap((node) => holders.flatMap((holder) => [node.get(holder) ?? []].flat()));
  }
  return nodes;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Treats `ceasn:name`, `http://www.w3.org/2004/02/skos/core#prefLabel` and `name` alike. */
export function nodeOf(value: Record<string, unknown>): Node {
  return new Map(
    Object.entries(value).map(([name, each]) => [name.slice(lastMark(name) + 1), each]),
  );
}

function lastMark(name: string): number {
  return Math.max(name.lastIndexOf(':'), name.lastIndexOf('#'), name.lastIndexOf('/'));
}

function isOf(kinds: readonly string[], node: Node): boolean {
  return [node.get('@type') ?? node.get('type') ?? []]
    .flat()
    .some((type) => typeof type === 'string' && kinds.includes(type.slice(lastMark(type) + 1)));
}

export const isDescribed = (node: Node): boolean => isOf(described, node);

export function addressOf(node: Node): string | undefined {
  const found = node.get('uri') ?? node.get('@id') ?? node.get('id') ?? node.get('url');
  return typeof found === 'string' ? found : undefined;
}

/**
 * The node with this address or with an id contained in it; else the framework, else the first
 * node.
 */
export function chosenNode(nodes: readonly Node[], url: string): Node | undefined {
  const named = nodes.filter((node) => node.size > 0 && !holders.some((each) => node.has(each)));
  return (
    named.find((node) => same(addressOf(node) ?? '') === same(url)) ??
    named.find((node) =>
      [node.get('identifier'), node.get('ctid')].some(
        (id) => typeof id === 'string' && id.length >= 16 && url.includes(id),
      ),
    ) ??
    named.find((node) => isOf(frameworks, node)) ??
    named.find(isDescribed) ??
    named[0]
  );
}

function same(address: string): string {
  return address.replace(/^http:/i, 'https:').replace(/\/$/, '');
}
