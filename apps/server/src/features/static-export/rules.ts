/** A complete answer, as visitors of the service get it. */
export type StaticFile = {
  /** Path of the URL. */
  path: string;
  /** Media type without parameters. */
  type: string;
  bytes: Uint8Array;
};

const endings: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/json': '.json',
  'application/vc+ld+json': '.json',
  'application/did+ld+json': '.json',
  'text/plain': '.jwt',
  'application/statuslist+jwt': '.jwt',
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
};

/** Types of pictures, one for each ending. */
export const pictureTypes = Object.keys(endings).filter((type) => type.startsWith('image/'));

/**
 * Name of the file of an address. In a folder, `/credentials/1` and `/credentials/1/vc` can't both
 * exist, so addresses without an ending get one. The rules of the web server remove it again.
 */
export function toFileName(path: string, type: string): string {
  if (path === '/') return 'index.html';
  const name = path.slice(1);
  return /\.\w+$/.test(name) ? name : `${name}${endings[type] ?? ''}`;
}

/** Name of the object of an address: buckets have no folders, so it is the address itself. */
export const toObjectName = (path: string): string => (path === '/' ? 'index.html' : path.slice(1));

/** Media type without its parameters. */
export const readMediaType = (contentType: string): string =>
  contentType.split(';', 1)[0]?.trim() ?? '';

/** Pictures, styles, scripts and fonts that a page, document or style refers to. */
export function findReferences(text: string): string[] {
  return [...new Set(text.match(/\/(?:ipfs|assets)\/[\w.-]*\w/g) ?? [])];
}

const isText = /^(?:text\/(?:html|css)|application\/(?:\w+\+)*json)$/;

/** True for files that may refer to others. */
export const hasReferences = (type: string): boolean => isText.test(type);

/**
 * Adds the policy of a page to the page: most web servers can't send another header for each file.
 * `frame-ancestors` works only as a header, and the rules of the web servers send it.
 */
export function addPolicy(html: string, policy: string | undefined): string {
  if (!policy) return html;
  const rest = policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${rest.replaceAll('"', '&quot;')}">`;
  return html.replace(/<meta charset="utf-8">/i, (charset) => `${charset}\n${meta}`);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

/** A page that leads from a printed short code to the credential, for people and verifiers. */
export function createShortCodePage(page: string, document: string): string {
  const [to, alternate] = [escapeHtml(page), escapeHtml(document)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${to}">
<link rel="alternate" type="application/ld+json" href="${alternate}">
<title>${to}</title>
</head>
<body><p><a href="${to}">${to}</a></p></body>
</html>
`;
}
