import * as contract from '@insignia/contract';
import { type Expression, parse } from '@swc/core';

const starts = new Set(['transaction', 'startTransaction']);
const weak = new Set(['WeakMap', 'WeakSet']);

/** Calls that start a transaction. `Database.write` starts ours. */
export async function findStartedTransactions(text: string): Promise<string[]> {
  const found: string[] = [];
  if (![...starts].some((name) => text.includes(name))) return found;
  JSON.stringify(await parse(text, { syntax: 'typescript' }), (_, node) => {
    if (node?.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { property } = node.callee;
      if (starts.has(property.value ?? property.expression?.value))
        found.push(property.value ?? property.expression.value);
    }
    return node;
  });
  return found;
}

/** Weak maps and sets of a module: state that belongs to an object whose class is known. */
export async function findModuleState(text: string): Promise<string[]> {
  if (![...weak].some((name) => text.includes(name))) return [];
  const { body } = await parse(text, { syntax: 'typescript' });
  const declared = body.map((node) =>
    node.type === 'ExportDeclaration' ? node.declaration : node,
  );
  return declared.flatMap((node) =>
    node.type === 'VariableDeclaration'
      ? node.declarations.flatMap(({ init }) => findWeakClass(init) ?? [])
      : [],
  );
}

function findWeakClass(init: Expression | undefined): string | undefined {
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') return undefined;
  return weak.has(init.callee.value) ? init.callee.value : undefined;
}

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
