import { MAX_SUBJECT } from '../rules.ts';
import { SamlRefusal } from './refusal.ts';
import { isElement, listChildren, readText, xmlNames } from './xml.ts';

export type SamlIdentity = {
  /** Lasting identifier of the user at this identity provider. */
  subject: string;
  email: string | undefined;
  name: string | undefined;
  /** Attributes by name, and by friendly name where no other attribute has that name. */
  claims: Record<string, string[]>;
  /** When the user signed in at the identity provider (epoch milliseconds). */
  authenticatedAt: number | undefined;
  assertionId: string;
  /** The assertion can't be used after this. */
  expires: Date;
};

const formats = {
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
};
const microsoft = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** Attributes that identify a user for good (SAML subject identifiers, and eduPerson before them). */
const subjectNames = [
  'urn:oasis:names:tc:SAML:attribute:subject-id',
  'urn:oasis:names:tc:SAML:attribute:pairwise-id',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.13',
];
// Names in use at Entra ID, Okta, Google Workspace, Keycloak, Shibboleth and SimpleSAMLphp.
const emailNames = [
  ...['email', 'mail', 'emailAddress', 'Email', 'emailaddress'],
  ...['urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:1.2.840.113549.1.9.1'],
  ...[`${microsoft}/emailaddress`, 'User.email'],
];
const fullNames = [
  ...['displayName', 'name', 'displayname', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241'],
  ...['http://schemas.microsoft.com/identity/claims/displayname', 'urn:oid:2.5.4.3'],
];
const givenNames = [
  ...['givenName', 'firstName', 'first_name', 'FirstName', 'given_name', 'User.FirstName'],
  ...['urn:oid:2.5.4.42', `${microsoft}/givenname`],
];
const familyNames = [
  ...['sn', 'surname', 'lastName', 'last_name', 'LastName', 'family_name', 'User.LastName'],
  ...['urn:oid:2.5.4.4', `${microsoft}/surname`],
];

type Person = Pick<SamlIdentity, 'subject' | 'email' | 'name' | 'claims'>;

/** Reads who a verified assertion is about. */
export function readPerson(assertion: Element, nameId: Element | undefined): Person {
  const attributes = readAttributes(assertion);
  const first = (names: readonly string[]): string | undefined =>
    names.flatMap((name) => attributes.get(name) ?? [])[0];
  const nameIdText = readText(nameId);
  const format = nameId?.getAttribute('Format');
  const subject = nameIdText && format !== formats.transient ? nameIdText : first(subjectNames);
  if (!subject || subject.length > MAX_SUBJECT) throw new SamlRefusal('subject_missing');
  const isAddress = format === formats.email || /^[^@\s]+@[^@\s]+$/.test(nameIdText ?? '');
  const email =
    first(emailNames) ?? (isAddress && format !== formats.transient ? nameIdText : undefined);
  const parts = [first(givenNames), first(familyNames)].filter((part) => part !== undefined);
  const name = first(fullNames) ?? (parts.length > 0 ? parts.join(' ') : undefined);
  return { subject, email, name, claims: Object.fromEntries(attributes) };
}

function readAttributes(assertion: Element): Map<string, string[]> {
  const attributes = listChildren(assertion, xmlNames.assertion, 'AttributeStatement').flatMap(
    (statement) => listChildren(statement, xmlNames.assertion, 'Attribute'),
  );
  const named = new Map<string, string[]>();
  for (const attribute of attributes) {
    const name = attribute.getAttribute('Name') ?? '';
    named.set(name, [...(named.get(name) ?? []), ...readValues(attribute)]);
  }
  for (const attribute of attributes) {
    const friendly = attribute.getAttribute('FriendlyName');
    const values = named.get(attribute.getAttribute('Name') ?? '');
    if (friendly && values && !named.has(friendly)) named.set(friendly, values);
  }
  named.delete('');
  return named;
}

function readValues(attribute: Element): string[] {
  return listChildren(attribute, xmlNames.assertion, 'AttributeValue').flatMap((value) => {
    // eduPersonTargetedID contains a NameID.
    const [inner, ...others] = listChildren(value);
    const isNameId = inner && others.length === 0 && isElement(inner, xmlNames.assertion, 'NameID');
    return readText(isNameId ? inner : value) ?? [];
  });
}
