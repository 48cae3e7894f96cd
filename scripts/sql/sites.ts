import { resolve } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Type, type TypeReference } from 'typescript/unstable/sync';

/** Position of an executed statement, as in a stack trace. */
export type Site = { at: string; row: Type };
export type ExportedSymbol = { file: string; name: string; type: Type };
/** Text parts of a sql`…` template. */
export type Fragment = { at: string; texts: string[] };
export type Source = {
  checker: Checker;
  sites: Site[];
  fragments: Fragment[];
  exported: ExportedSymbol[];
  close: () => void;
};

const runs = new Set(['execute', 'executeQuery']);
/** Passes on the statements of others. */
const forwarder = 'apps/server/src/platform/db/database.ts';

/** All places that execute SQL with their declared rows, and the files' exports. */
export function readSource(root: string): Source {
  const api = new API({ cwd: resolve('.') });
  const project = api.updateSnapshot({ openProject: resolve('tsconfig.json') }).getProjects()[0];
  if (!project) throw new Error('tsconfig.json was not read');
  const { checker, program } = project;
  const files = program
    .getSourceFileNames()
    .filter((name) => name.startsWith(resolve(root)) && !name.endsWith('.test.ts'))
    .filter((name) => name !== resolve(forwarder))
    .flatMap((name) => program.getSourceFile(name) ?? [])
    .filter(({ text }) => text.includes("from 'kysely'"));
  const nodes = files.flatMap((file) => walkNodes(file).map((node) => ({ file, node })));
  return {
    checker,
    sites: nodes.flatMap(({ file, node }) => siteAt(checker, file, node)),
    fragments: nodes.flatMap(({ file, node }) => fragmentAt(file, node)),
    exported: files.flatMap((file) => listExports(checker, file)),
    close: () => api.close(),
  };
}

function walkNodes(root: Node): Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node): void => {
    nodes.push(node);
    node.forEachChild(visit);
  };
  visit(root);
  return nodes;
}

function listExports(checker: Checker, file: SourceFile): ExportedSymbol[] {
  const module = checker.getSymbolAtLocation(file);
  return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
    const type = checker.getTypeOfSymbol(symbol);
    return type ? [{ file: file.fileName, name: symbol.name, type }] : [];
  });
}

function siteAt(checker: Checker, file: SourceFile, node: Node): Site[] {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
  const { name } = node.expression;
  const row = runs.has(name.text) ? getRowType(checker, node) : undefined;
  return row ? [{ at: formatPosition(file, name), row }] : [];
}

function fragmentAt(file: SourceFile, node: Node): Fragment[] {
  if (!isTaggedTemplateExpression(node) || !isIdentifier(node.tag) || node.tag.text !== 'sql')
    return [];
  const { template } = node;
  const texts = isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  return [{ at: formatPosition(file, node), texts }];
}

/** Returns T of Promise<QueryResult<T>>. */
function getRowType(checker: Checker, call: Node): Type | undefined {
  const promise = checker.getTypeAtLocation(call);
  if (promise?.getSymbol()?.name !== 'Promise') return undefined;
  const [result] = checker.getTypeArguments(promise as TypeReference);
  if ((result?.getAliasSymbol() ?? result?.getSymbol())?.name !== 'QueryResult') return undefined;
  return checker.getTypeArguments(result as TypeReference)[0];
}

function formatPosition(file: SourceFile, node: Node): string {
  const before = file.text.slice(0, node.getStart(file)).split('\n');
  return `${file.fileName}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
