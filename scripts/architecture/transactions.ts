import { type Expression, parse } from '@swc/core';

const starts = new Set(['transaction', 'startTransaction']);
const weak = new Set(['WeakMap', 'WeakSet']);

/** Calls that start a transaction. `Database.write` starts ours. */
export async function findStartedTransactions(text: string): Promise<string[]> {
  const found: string[] = [];
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
