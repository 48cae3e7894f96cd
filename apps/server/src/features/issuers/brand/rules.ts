import {
  type BodyOf,
  type CertificateStyle,
  type Language,
  mostSignatures,
  type Orientation,
  type Paper,
  type updateBrand,
} from '@insignia/contract';

export type StoredSignature = { name: string; title: string; pictureCid: string | null };

/** How things of an issuer look, as it is stored. */
export type StoredBrand = {
  accentColor: string;
  logoDarkCid: string | null;
  /** At 512 pixels where it is larger than that. */
  logoDark512: string | null;
  website: string | null;
  footText: string;
  certificateStyle: CertificateStyle;
  orientation: Orientation;
  paper: Paper;
  language: Language;
  searchIndexing: boolean;
  signatures: StoredSignature[];
};

export type BrandChange = BodyOf<typeof updateBrand>;

/** All pictures that a brand shows, beside the issuer's logo. */
export function picturesOf({ logoDarkCid, signatures }: StoredBrand): string[] {
  const all = [logoDarkCid, ...signatures.map(({ pictureCid }) => pictureCid)];
  return all.filter((cid) => cid !== null);
}

/** The brand after a change; `cidOf` tells under which address a picture of the change is kept. */
export function changed(
  before: StoredBrand,
  { logoDark, signatures, website, ...change }: BrandChange,
  cidOf: (picture: string) => string,
): StoredBrand {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    ...before,
    ...Object.fromEntries(given),
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

type TextField = { path: string; text: string; isSignature: boolean };

/** Where a change, of whatever shape it is, has pictures. */
export function picturesIn({
  logoDark,
  signatures,
}: Readonly<Record<string, unknown>>): TextField[] {
  const given: TextField[] = [];
  if (typeof logoDark === 'string')
    given.push({ path: 'logoDark', text: logoDark, isSignature: false });
  if (!Array.isArray(signatures)) return given;
  for (const [n, signature] of signatures.slice(0, mostSignatures).entries()) {
    const text = (signature as { picture?: unknown } | null)?.picture;
    if (typeof text === 'string')
      given.push({ path: `signatures.${n}.picture`, text, isSignature: true });
  }
  return given;
}
