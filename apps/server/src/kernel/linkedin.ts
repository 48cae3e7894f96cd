type Certification = {
  name: string;
  organizationId: string;
  issuedOn: Date;
  expires: Date | null;
  url: string;
  id: string;
};

/** LinkedIn's form for a new certification, filled in (experience, "The public credential page"). */
export function linkedinAddUrl({
  name,
  organizationId,
  issuedOn,
  expires,
  url,
  id,
}: Certification): string {
  const fields: [string, string | number][] = [
    ['startTask', 'CERTIFICATION_NAME'],
    ['name', name],
    ['organizationId', organizationId],
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
