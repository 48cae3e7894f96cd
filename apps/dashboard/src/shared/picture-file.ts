import { t } from './t.ts';

/** Maximum size the service accepts. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** File signatures. Names may be wrong. */
const kinds = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
];

/** Reads a file as base64, or returns why the service would refuse it. */
export async function readPictureFile(file: File): Promise<{ image: string } | { error: string }> {
  try {
    const error = await findFileError(file);
    return error ? { error } : { image: await readBase64(file) };
  } catch {
    // The file was moved, deleted or changed after it was chosen.
    return { error: t('picture.unreadable') };
  }
}

async function findFileError(file: File): Promise<string | undefined> {
  if (file.size > MAX_PICTURE_BYTES) return t('picture.large');
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isKnown = kinds.some(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  return isKnown ? undefined : t('picture.kind');
}

async function readBase64(file: Blob): Promise<string> {
  return stripDataPrefix(await readAsDataUrl(file));
}

/** Base64 part of a data URL. */
export function stripDataPrefix(address: string): string {
  return address.replace(/^[^,]*,/, '');
}

export function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** True for saved pictures, which have an address. */
export const isUrl = (value: string): boolean => value.includes('://');

/** Source for an image element: an address or base64. */
export function getPictureSource(value: string): string {
  return isUrl(value) ? value : `data:;base64,${value}`;
}
