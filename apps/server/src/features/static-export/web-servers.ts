import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./assets/${name}`, import.meta.url)), 'utf8');

const forFolders = ['nginx.conf', 'apache.conf', 'Caddyfile'].map(
  (name) => [name, read(name)] as const,
);
const forBuckets = [['cloudfront-function.js', read('cloudfront-function.js')] as const];

/** Rules for the web servers that serve a folder, or for CloudFront in front of a bucket. */
export function createServerRules(
  baseUrl: string,
  folder: string | undefined,
): (readonly [name: string, text: string])[] {
  if (folder === undefined) return forBuckets;
  const { hostname } = new URL(baseUrl);
  return forFolders.map(([name, text]) => [
    name,
    text.replaceAll('BADGES_HOST', hostname).replaceAll('EXPORT_FOLDER', folder),
  ]);
}
