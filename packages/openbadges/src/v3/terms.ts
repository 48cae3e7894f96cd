/** RDF form of a member: a typed literal, an IRI, or a node of a kind. Each may repeat. */
export type Term = { predicate: string } & (
  | { becomes: 'literal'; datatype: string }
  | { becomes: 'iri' }
  | { becomes: 'node'; kind: NodeKind }
);
export type NodeKind = keyof typeof kinds;

const xsd = 'http://www.w3.org/2001/XMLSchema#';
const cred = 'https://www.w3.org/2018/credentials#';
const status = 'https://www.w3.org/ns/credentials/status#';
const ob = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';
const schema = 'https://schema.org/';
// The Open Badges context writes XML Schema's namespace with https, which makes other datatypes.
const obXsd = 'https://www.w3.org/2001/XMLSchema#';

const literal = (predicate: string, datatype = `${xsd}string`): Term => ({
  ...{ predicate, becomes: 'literal', datatype },
});
const iri = (predicate: string): Term => ({ predicate, becomes: 'iri' });
const node = (predicate: string, kind: string): Term => ({
  ...{ predicate, becomes: 'node', kind: kind as NodeKind },
});
const named = {
  name: literal(`${schema}name`),
  description: literal(`${schema}description`),
};

/** Type IRIs by document name. */
export const types: Record<string, string> = {
  VerifiableCredential: `${cred}VerifiableCredential`,
  OpenBadgeCredential: `${ob}OpenBadgeCredential`,
  Profile: `${ob}Profile`,
  Image: `${ob}Image`,
  AchievementSubject: `${ob}AchievementSubject`,
  Achievement: `${ob}Achievement`,
  Alignment: `${schema}AlignmentObject`,
  IdentityObject: `${ob}IdentityObject`,
  Result: `${ob}Result`,
  ResultDescription: `${ob}ResultDescription`,
  Evidence: `${ob}Evidence`,
  BitstringStatusListEntry: `${status}BitstringStatusListEntry`,
  BitstringStatusListCredential: `${status}BitstringStatusListCredential`,
  BitstringStatusList: `${status}BitstringStatusList`,
};

/**
 * The contexts' definitions of our members, precomputed. Tests compare the result with a JSON-LD
 * processor.
 */
export const kinds = {
  credential: {
    ...named,
    image: node(`${ob}image`, 'image'),
    issuer: node(`${cred}issuer`, 'profile'),
    validFrom: literal(`${cred}validFrom`, `${xsd}dateTime`),
    validUntil: literal(`${cred}validUntil`, `${xsd}dateTime`),
    credentialSubject: node(`${cred}credentialSubject`, 'subject'),
    evidence: node(`${cred}evidence`, 'evidence'),
    credentialStatus: node(`${cred}credentialStatus`, 'statusEntry'),
  },
  statusList: {
    issuer: iri(`${cred}issuer`),
    validFrom: literal(`${cred}validFrom`, `${xsd}dateTime`),
    validUntil: literal(`${cred}validUntil`, `${xsd}dateTime`),
    credentialSubject: node(`${cred}credentialSubject`, 'bitstring'),
  },
  profile: {
    ...named,
    url: literal(`${schema}url`, `${obXsd}anyURI`),
    email: literal(`${schema}email`),
    image: node(`${ob}image`, 'image'),
  },
  image: { caption: literal(`${schema}caption`) },
  subject: {
    identifier: node(`${ob}identifier`, 'identity'),
    achievement: node(`${ob}achievement`, 'achievement'),
    narrative: literal(`${ob}narrative`),
    result: node(`${ob}result`, 'result'),
  },
  identity: {
    hashed: literal(`${ob}hashed`, `${obXsd}boolean`),
    identityHash: literal(`${ob}identityHash`),
    identityType: literal(`${ob}identityType`),
    salt: literal(`${ob}salt`),
  },
  achievement: {
    ...named,
    criteria: node(`${ob}Criteria`, 'criteria'),
    image: node(`${ob}image`, 'image'),
    achievementType: literal(`${ob}achievementType`),
    creditsAvailable: literal(`${ob}creditsAvailable`, `${obXsd}float`),
    inLanguage: literal(`${schema}inLanguage`),
    version: literal(`${ob}version`),
    tag: literal(`${schema}keywords`),
    alignment: node(`${ob}alignment`, 'alignment'),
    creator: node(`${ob}creator`, 'profile'),
    resultDescription: node(`${ob}resultDescription`, 'resultDescription'),
  },
  criteria: { narrative: literal(`${ob}narrative`) },
  alignment: {
    targetName: literal(`${schema}targetName`),
    targetUrl: literal(`${schema}targetUrl`, `${obXsd}anyURI`),
    targetDescription: literal(`${schema}targetDescription`),
    targetFramework: literal(`${schema}targetFramework`),
    targetCode: literal(`${ob}targetCode`),
    targetType: literal(`${ob}targetType`),
  },
  result: {
    resultDescription: literal(`${ob}resultDescription`, `${obXsd}anyURI`),
    status: literal(`${ob}status`),
    value: literal(`${schema}value`),
  },
  resultDescription: { name: named.name, resultType: literal(`${ob}resultType`) },
  evidence: {
    ...named,
    narrative: literal(`${ob}narrative`),
    genre: literal(`${schema}genre`),
    audience: literal(`${schema}audience`),
  },
  statusEntry: {
    statusPurpose: literal(`${status}statusPurpose`),
    statusListIndex: literal(`${status}statusListIndex`),
    statusListCredential: iri(`${status}statusListCredential`),
  },
  bitstring: {
    statusPurpose: literal(`${status}statusPurpose`),
    encodedList: literal(`${status}encodedList`, 'https://w3id.org/security#multibase'),
    ttl: literal(`${status}ttl`, `${xsd}integer`),
  },
} satisfies Record<string, Record<string, Term>>;
