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
const frameworks = ['CompetencyFramework', 'ConceptScheme', 'CFDocument', 'DefinedTermSet'];
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
export function createNode(value: Record<string, unknown>): DocumentNode {
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

export function findNodeUrl(node: DocumentNode): string | undefined {
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
    named.find((node) => isOfKind(frameworks, node)) ??
    named.find(isAlignable) ??
    named[0]
  );
}

function normalizeUrl(address: string): string {
  return address.replace(/^http:/i, 'https:').replace(/\/$/, '');
}
