// Paths of operations and public pages are defined in the contract only. Server, dashboard and
// command line derive them.
import { glob, readFile } from 'node:fs/promises';
import { type Operation, operations, pagePaths } from '@insignia/contract';
import { parse } from '@swc/core';

const sources = ['apps/server/src/**/*.{ts,js,eta}', 'apps/{dashboard,cli}/src/**/*.{ts,tsx}'];
/** The dashboard's own routes resemble nouns. */
const ownAddresses = 'apps/dashboard/src/app/router.tsx';
const paths = [
  ...Object.values<Operation>(operations).map(({ path }) => path),
  ...Object.values(pagePaths),
];
// better-auth's mount point, and the folder that all standards share.
const excludedNouns = ['/api', '/.well-known'];
/** Constant prefixes of paths, and their nouns. */
const nouns = paths
  .map((path) => path.replace(/(?<=.)\/.*/, ''))
  .filter((noun) => !excludedNouns.includes(noun));
const beginnings = [...new Set([...paths.map((path) => path.replace(/\/:.*/, '')), ...nouns])];

/** True if a text is or starts with such a path. */
function isPath(text: string): boolean {
  const bare = text.replaceAll('\\/', '/').replace(/^\^/, '');
  return beginnings.some(
    (beginning) =>
      bare.startsWith(beginning) && /^(?:$|[/?#"'`)|(])/.test(bare.slice(beginning.length)),
  );
}

/** Strings, template parts and regular expressions of a program. */
function collectTexts(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, raw, pattern } = node as Record<string, unknown>;
  if (type === 'StringLiteral') return [String(value)];
  if (type === 'TemplateElement') return [String(raw)];
  if (type === 'RegExpLiteral') return [String(pattern)];
  if (type === 'ImportDeclaration') return [];
  return Object.values(node).flatMap(collectTexts);
}

/** Link attributes of a page. */
function collectLinks(html: string): string[] {
  return Array.from(html.matchAll(/\b(?:href|src|action|content)="([^"]*)/g), ([, to = '']) => to);
}

async function spelledIn(name: string, text: string): Promise<string[]> {
  if (name.endsWith('.eta')) return collectLinks(text).filter(isPath);
  const { body } = await parse(text, { syntax: 'typescript', tsx: name.endsWith('.tsx') });
  return collectTexts(body).filter(isPath);
}

const planted: [name: string, text: string][] = [
  ['string.ts', "const to = '/certify-badge/award/1';"],
  ['template.ts', `const to = \`\${base}/credentials/\${id}/qr.svg\`;`],
  ['regex.ts', 'const own = /^\\/certify-badge\\/(issuer|badge)\\//;'],
  ['script.js', `fetch(\`/awards/\${id}/event\`);`],
  ['link.ts', `const to = \`\${base}/accept-invitation?inviteId=\${id}\`;`],
  ['view.eta', '<form method="post" action="/verify">'],
  ['query.eta', '<a href="/sign-in?invitation=<%= it.id %>">'],
  ['screen.tsx', 'const link = <a href="/app/">Home</a>;'],
];

const errors: string[] = [];
let files = 0;
for await (const file of glob(sources)) {
  if (/\.test\.tsx?$/.test(file) || file === ownAddresses) continue;
  files += 1;
  for (const path of await spelledIn(file, await readFile(file, 'utf8')))
    errors.push(`${file}: take ${path} from the contract`);
}
for (const [name, text] of planted)
  if ((await spelledIn(name, text)).length !== 1) errors.push(`the one in ${text} was not noticed`);
if (files === 0) errors.push('no files were read');
for (const error of errors) console.error(error);
console.log(`paths: ${files} files read, ${planted.length} planted, ${errors.length} errors`);
process.exitCode = errors.length > 0 ? 1 : 0;
