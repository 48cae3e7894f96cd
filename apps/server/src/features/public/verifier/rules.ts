export type OwnDocument = { kind: 'issuer' | 'badge' | 'award'; guid: string };

/** Which of our own documents an address is: those under BASE_URL are read inside. */
export function ownDocument(url: string, baseUrl: string): OwnDocument | undefined {
  if (!isOwn(url, baseUrl)) return undefined;
  const [, kind, guid] =
    /^\/certify-badge\/(issuer|badge|award)\/([^/?#]+)$/.exec(url.slice(baseUrl.length)) ?? [];
  return kind && guid ? { kind: kind as OwnDocument['kind'], guid } : undefined;
}

export function isOwn(url: string, baseUrl: string): boolean {
  return url === baseUrl || url.startsWith(`${baseUrl}/`);
}

/** People paste what they see: the page's address, or a file's. The assertion's is meant. */
export function assertionUrl(url: string, baseUrl: string): string {
  if (!isOwn(url, baseUrl)) return url;
  const [, guid] =
    /^\/(?:credentials|awards)\/([^/?#]+)(?:[/?#].*)?$/.exec(url.slice(baseUrl.length)) ?? [];
  return guid ? `${baseUrl}/certify-badge/award/${guid}` : url;
}
