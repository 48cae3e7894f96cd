type Certification = {
  name: string;
  organization: { id: string | null; name: string };
  issuedOn: Date;
  expires: Date | null;
  url: string;
  id: string;
};

/**
 * LinkedIn's prefilled form for a new certification. Issuers without a LinkedIn page are named in
 * text.
 */
export function linkedinAddUrl({
  name,
  organization,
  issuedOn,
  expires,
  url,
  id,
}: Certification): string {
  const fields: [string, string | number][] = [
    ['startTask', 'CERTIFICATION_NAME'],
    ['name', name],
    organization.id ? ['organizationId', organization.id] : ['organizationName', organization.name],
    ['issueYear', issuedOn.getUTCFullYear()],
    ['issueMonth', issuedOn.getUTCMonth() + 1],
  ];
  if (expires)
    fields.push(
      ['expirationYear', expires.getUTCFullYear()],
      ['expirationMonth', expires.getUTCMonth() + 1],
    );
  fields.push(['certUrl', url], ['certId', id]);
  const query = fields.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  return `https://www.linkedin.com/profile/add?${query}`;
}
