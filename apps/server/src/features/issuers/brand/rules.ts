import {
  type CertificateStyle,
  type Language,
  MAX_SIGNATURES,
  type OperationBody,
  type Orientation,
  type Paper,
  type updateBrand,
} from '@insignia/contract';

export type StoredSignature = { name: string; title: string; pictureCid: string | null };

export type StoredBrand = {
  accentColor: string;
  logoDarkCid: string | null;
  /** At 512 pixels if larger. */
  logoDark512: string | null;
  website: string | null;
  footText: string;
  certificateStyle: CertificateStyle;
  orientation: Orientation;
  paper: Paper;
  language: Language;
  searchIndexing: boolean;
  /** Default design of certificates, and its version. */
  certificateId: string | null;
  certificateVersion: number | null;
  /** The same for share cards. */
  cardId: string | null;
  cardVersion: number | null;
  signatures: StoredSignature[];
};

export type BrandChange = Omit<OperationBody<typeof updateBrand>, 'applyToIssued'>;

/** All pictures of a brand except the issuer's logo. */
export function listBrandPictures({ logoDarkCid, signatures }: StoredBrand): string[] {
  const all = [logoDarkCid, ...signatures.map(({ pictureCid }) => pictureCid)];
  return all.filter((cid) => cid !== null);
}

/**
 * Applies a change except for the designs, whose versions are in the database. `cidOf` returns the
 * content address of a new picture.
 */
export function applyBrandChange(
  before: StoredBrand,
  { logoDark, signatures, website, certificateId: _, cardId: __, ...change }: BrandChange,
  cidOf: (picture: string) => string,
): StoredBrand {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    ...before,
    ...Object.fromEntries(changes),
    logoDarkCid: logoDark === undefined ? before.logoDarkCid : logoDark ? cidOf(logoDark) : null,
    logoDark512: logoDark === undefined ? before.logoDark512 : null,
    website: website === undefined ? before.website : website || null,
    signatures:
      signatures?.map(({ name, title, picture }) => ({
        ...{ name, title },
        pictureCid: picture ? cidOf(picture) : null,
      })) ?? before.signatures,
  };
}

/** False if issued credentials would show a difference. Search engines follow the current brand. */
export function isSameBrandEdition(before: StoredBrand, after: StoredBrand): boolean {
  const toText = ({ logoDark512: _, searchIndexing: __, signatures, ...brand }: StoredBrand) =>
    JSON.stringify([
      Object.entries(brand).sort(([one], [other]) => (one < other ? -1 : 1)),
      signatures.map(({ name, title, pictureCid }) => [name, title, pictureCid]),
    ]);
  return toText(before) === toText(after);
}

type PictureField = { path: string; text: string; isSignature: boolean };

/** Pictures in an unvalidated change. */
export function findPictureFields({
  logoDark,
  signatures,
}: Readonly<Record<string, unknown>>): PictureField[] {
  const fields: PictureField[] = [];
  if (typeof logoDark === 'string')
    fields.push({ path: 'logoDark', text: logoDark, isSignature: false });
  if (!Array.isArray(signatures)) return fields;
  for (const [n, signature] of signatures.slice(0, MAX_SIGNATURES).entries()) {
    const text = (signature as { picture?: unknown } | null)?.picture;
    if (typeof text === 'string')
      fields.push({ path: `signatures.${n}.picture`, text, isSignature: true });
  }
  return fields;
}
