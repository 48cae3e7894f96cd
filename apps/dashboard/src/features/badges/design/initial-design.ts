import { type Design, type DesignReadError, readDesign } from '@insignia/design';
import { createEmptyDesign, createPicture } from '@insignia/design/edit';
import { t } from './t.ts';

/** The initial design, and why it isn't the badge's own. */
type InitialDesign = {
  design: Design;
  notice?: string;
  /** The layer the notice refers to. */
  noticedLayer?: string;
};

/**
 * An unreadable design opens as the badge's picture, locked. The stored design is kept until saved.
 */
export function createInitialDesign(badge: {
  designJson?: string | undefined;
  image: string;
}): InitialDesign {
  const read = badge.designJson ? readDesign(badge.designJson) : undefined;
  if (read && 'design' in read) return { design: read.design };
  const design = createPictureDesign(badge.image);
  if (read) return { design, notice: describeReadError(read.unreadable) };
  return { design, notice: t('design.undesigned'), noticedLayer: pictureLayer };
}

const pictureLayer = 'picture';

function createPictureDesign(image: string): Design {
  const cid = image.slice(image.lastIndexOf('/') + 1);
  const empty = createEmptyDesign();
  const own = { id: pictureLayer, name: t('design.badgePicture') };
  const layer = { ...createPicture(empty, own, cid, { width: 1, height: 1 }, 1), locked: true };
  return { ...empty, layers: [layer] };
}

function describeReadError({ reason, path, limit }: DesignReadError): string {
  if (limit)
    return t('design.unreadable.large', {
      limit: t(`design.limit.${limit.unit}`, { count: limit.max }),
    });
  if (reason === 'foreign' || reason === 'not-json') return t('design.unreadable.foreign');
  if (reason === 'newer') return t('design.unreadable.newer');
  return t('design.unreadable.broken', { where: path ? ` (${path})` : '' });
}
