import type { ErrorDetail } from '@insignia/contract';
import { type Design, type DesignReadError, designLimits, readDesign } from '@insignia/design';

export type ReadDesign = typeof readDesign;

/** Parses each text only once per request, because a foreign design may have up to 2 MiB. */
export function designReader(): ReadDesign {
  const known = new Map<string, ReturnType<ReadDesign>>();
  return (text) => {
    const found = known.get(text) ?? readDesign(text);
    known.set(text, found);
    return found;
  };
}

export const missingPictureMessage = 'is required, or designJson to draw it from';
const path = 'designJson';
const otherwise = 'or send an image';
export const emptyDesignErrors: ErrorDetail[] = [
  {
    path,
    message: `has nothing visible. Add a background or a visible layer, ${otherwise}`,
  },
];

/** Content addresses of the visible pictures of a design. */
export function listVisiblePictures({ layers }: Design): string[] {
  return [
    ...new Set(
      layers.flatMap((layer) => (layer.type === 'picture' && !layer.hidden ? [layer.picture] : [])),
    ),
  ];
}

/** Content addresses of all pictures in a design, including hidden ones. Empty for other text. */
export function listDesignPictures(
  designJson: string,
  readOnce: ReadDesign = readDesign,
): string[] {
  const read = readOnce(designJson);
  if ('unreadable' in read) return [];
  return listVisiblePictures({
    ...read.design,
    layers: read.design.layers.map((layer) => ({ ...layer, hidden: false })),
  });
}

/** True if the designer can open it. Otherwise the designer starts with the badge's picture. */
export const isDesign = (designJson: string | null, readOnce: ReadDesign = readDesign): boolean =>
  designJson !== null && 'design' in readOnce(designJson);

/**
 * True if a design sent without a picture must be drawn. Foreign text may be stored as a design and
 * then leaves the existing picture unchanged, as does an unchanged design.
 */
export function isRenderNeeded(
  designJson: string,
  before: string | null,
  readOnce: ReadDesign = readDesign,
): boolean {
  if (designJson === before) return false;
  const read = readOnce(designJson);
  return 'design' in read || !['foreign', 'not-json'].includes(read.unreadable.reason);
}

/** Returns the design, or errors that its author can fix. */
export function readRenderableDesign(
  designJson: string,
  readOnce: ReadDesign = readDesign,
): { design: Design } | { errors: ErrorDetail[] } {
  const read = readOnce(designJson);
  if ('unreadable' in read) return { errors: describeUnreadable(read.unreadable) };
  if (listVisiblePictures(read.design).length > designLimits.drawn.pictures)
    return {
      errors: toDesignErrors([
        { path: 'layers', message: `has more than ${designLimits.drawn.pictures} images` },
      ]),
    };
  return read;
}

export function toDesignErrors(errors: { path: string; message: string }[]): ErrorDetail[] {
  return errors.map((error) => ({
    path,
    message: `${error.path ? `${error.path}: ` : ''}${error.message}. Correct the design, ${otherwise}`,
  }));
}

/** Pictures that the account doesn't own. */
export function findForeignPictureErrors(design: Design, has: readonly string[]): ErrorDetail[] {
  return toDesignErrors(
    design.layers.flatMap((layer, n) =>
      layer.type === 'picture' && !layer.hidden && !has.includes(layer.picture)
        ? [
            {
              path: `layers.${n}.picture`,
              message: "isn't an image of this account. Add it with POST /design-pictures",
            },
          ]
        : [],
    ),
  ).slice(0, 20);
}

function describeUnreadable({ reason, errors = [] }: DesignReadError): ErrorDetail[] {
  if (reason === 'broken' || reason === 'too-large') return toDesignErrors(errors);
  const message =
    reason === 'newer'
      ? 'was made by a newer version. Upgrade the service'
      : `is ${reason === 'not-json' ? 'not JSON, so ' : ''}not a design that can be drawn. Send one in the format of GET /design-templates`;
  return [{ path, message: `${message}, ${otherwise}` }];
}
