import * as contract from '@insignia/contract';
import { parse } from '@swc/core';

/** Operations served by platform. All others belong to features. */
const ofPlatform: contract.OperationId[] = ['health', 'ready'];

const exported = new Map<string, unknown>(Object.entries(contract));
const ofFeatures = new Set<unknown>(
  Object.entries(contract.operations)
    .filter(([id]) => !ofPlatform.includes(id as contract.OperationId))
    .map(([, operation]) => operation),
);

/** True for an operation of a feature, and for a group with one. The table of all is allowed. */
function namesFeature(value: unknown): boolean {
  if (ofFeatures.has(value)) return true;
  if (value === contract.operations) return false;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each) => ofFeatures.has(each));
}

/** Operations of features that a file imports from the contract. `*` imports all. */
export async function findNamedOperations(text: string): Promise<string[]> {
  const { body } = await parse(text, { syntax: 'typescript' });
  const imported = body.flatMap((node) =>
    node.type === 'ImportDeclaration' && node.source.value === '@insignia/contract'
      ? node.specifiers
      : [],
  );
  return imported.flatMap((one) => {
    if (one.type !== 'ImportSpecifier') return ['*'];
    const name = one.imported?.value ?? one.local.value;
    return namesFeature(exported.get(name)) ? [name] : [];
  });
}
