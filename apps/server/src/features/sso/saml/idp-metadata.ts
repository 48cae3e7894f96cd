import { X509Certificate } from 'node:crypto';
import { SamlRefusal } from './refusal.ts';
import type { IdpCertificate, IdpMetadata } from './store.ts';
import {
  isElement,
  iterateElements,
  listChildren,
  parsePlainXml,
  readText,
  removeComments,
  xmlNames,
} from './xml.ts';

const MAX_METADATA_BYTES = 512 * 1024;
const MAX_CERTIFICATES = 8;
const minKeyBits = 2_048;
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const { metadata: md, signature: dsig, protocol } = xmlNames;

/** Completes “metadata …”, and includes the remedy. */
export class MetadataError extends Error {}

export const privateLocation = 'has a SingleSignOnService whose Location isn’t a public https URL';
export const unresolvedLocation =
  'has a SingleSignOnService whose Location has a host that can’t be resolved';

/** Completes “if the metadata …”. */
export const describeFederation =
  'describes several identity providers. Use the metadata of yours alone, for example from the federation’s metadata query service (MDQ)';

/**
 * Reads the metadata of one identity provider. `isAllowedUrl` decides where browsers may be sent. The signature of
 * the metadata isn't checked: the document comes from the administrator or over HTTPS from the URL that they named.
 */
export function readIdpMetadata(
  xml: string,
  now: Date,
  isAllowedUrl: (url: string) => boolean,
): IdpMetadata {
  if (Buffer.byteLength(xml) > MAX_METADATA_BYTES)
    throw new MetadataError(`is larger than 512 KiB. If it ${describeFederation}`);
  const entity = findEntity(parseMetadata(xml));
  const [descriptor, ...others] = listChildren(entity, md, 'IDPSSODescriptor').filter((each) =>
    (each.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol),
  );
  if (!descriptor || others.length > 0)
    throw new MetadataError(
      'must have one IDPSSODescriptor for SAML 2.0. Download it from your identity provider, not from a service',
    );
  const entityId = entity.getAttribute('entityID');
  if (!entityId || entityId.length > 1_024)
    throw new MetadataError('must have an entityID of at most 1,024 characters');
  const ends = [entity.parentNode, entity, descriptor].flatMap(readValidUntil);
  const validUntil = ends.length > 0 ? new Date(Math.min(...ends)) : undefined;
  if (validUntil && validUntil <= now)
    throw new MetadataError(
      `expired on ${validUntil.toISOString().slice(0, 10)}. Download it again`,
    );
  return {
    ...{ entityId, validUntil },
    ssoUrl: findSsoUrl(descriptor, isAllowedUrl),
    certificates: readCertificates(descriptor),
  };
}

function parseMetadata(xml: string): Element {
  try {
    return parsePlainXml(removeComments(xml)).documentElement;
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error;
    throw new MetadataError(
      error.reason === 'xml_too_complex'
        ? `is too complex. If it ${describeFederation}`
        : 'isn’t well-formed XML without a document type. Download it again, and paste all of it',
    );
  }
}

function findEntity(root: Element): Element {
  if (isElement(root, md, 'EntityDescriptor')) return root;
  if (!isElement(root, md, 'EntitiesDescriptor'))
    throw new MetadataError('must be a SAML 2.0 EntityDescriptor. Download the metadata XML');
  const providers = listChildren(root, md, 'EntityDescriptor').filter(
    (entity) => listChildren(entity, md, 'IDPSSODescriptor').length > 0,
  );
  const hasNested = listChildren(root, md, 'EntitiesDescriptor').length > 0;
  const [only, ...others] = providers;
  if (others.length > 0 || hasNested) throw new MetadataError(describeFederation);
  if (!only) throw new MetadataError('describes no identity provider');
  return only;
}

function readValidUntil(node: Node | null): number[] {
  const text =
    (node as Element | null)?.nodeType === 1 && (node as Element).getAttribute('validUntil');
  if (!text) return [];
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new MetadataError('has a validUntil that isn’t a date');
  return [time];
}

function findSsoUrl(descriptor: Element, isAllowedUrl: (url: string) => boolean): string {
  const service = listChildren(descriptor, md, 'SingleSignOnService').find(
    (each) => each.getAttribute('Binding') === redirect,
  );
  const url = service?.getAttribute('Location');
  if (!url)
    throw new MetadataError(
      'must offer single sign-on with the HTTP-Redirect binding. Turn it on at the identity provider',
    );
  if (url.length > 2_048 || !isAllowedUrl(url)) throw new MetadataError(privateLocation);
  return url;
}

function readCertificates(descriptor: Element): IdpCertificate[] {
  const elements = listChildren(descriptor, md, 'KeyDescriptor')
    .filter((key) => ['', 'signing', null].includes(key.getAttribute('use')))
    .flatMap((key) => [...iterateElements(key)])
    .filter((element) => isElement(element, dsig, 'X509Certificate'));
  if (elements.length > MAX_CERTIFICATES)
    throw new MetadataError(`must have at most ${MAX_CERTIFICATES} signing certificates`);
  const certificates = elements.map((element) => readCertificate(readText(element) ?? ''));
  if (certificates.length === 0)
    throw new MetadataError('must have a signing certificate in its IDPSSODescriptor');
  return [...new Map(certificates.map((each) => [each.fingerprint, each])).values()];
}

function readCertificate(base64: string): IdpCertificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new MetadataError('has a signing certificate that can’t be read. Download it again');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < minKeyBits)
    throw new MetadataError(
      `has a signing certificate whose key isn’t RSA with at least ${minKeyBits.toLocaleString('en')} bits. Replace it at the identity provider`,
    );
  return {
    pem: certificate.toString(),
    expires: new Date(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  };
}
