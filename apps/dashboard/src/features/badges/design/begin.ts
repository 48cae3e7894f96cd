import { type Design, readDesign, type Unreadable } from '@insignia/design';
import { emptyDesign, newPicture } from '@insignia/design/edit';
import { t } from './t.ts';

/** The initial design, and why it isn't the badge's own. */
export type Begun = {
  design: Design;
  notice?: string;
  /** The layer the notice refers to. */
  noticedLayer?: string;
};

/**
 * An unreadable design opens as the badge's picture, locked. The stored design is kept until saved.
 */
export function beginWith(badge: { designJson?: string | undefined; image: string }): Begun {
  const read = badge.designJson ? readDesign(badge.designJson) : undefined;
  if (read && 'design' in read) return { design: read.design };
  const design = pictured(badge.image);
  if (read) return { design, notice: reasonOf(read.unreadable) };
  return { design, notice: t('design.undesigned'), noticedLayer: pictureLayer };
}

const pictureLayer = 'picture';

function pictured(image: string): Design {
  const cid = image.slice(image.lastIndexOf('/') + 1);
  const empty = emptyDesign();
  const own = { id: pictureLayer, name: t('design.badgePicture') };
  const layer = { ...newPicture(empty, own, cid, { width: 1, height: 1 }, 1), locked: true };
  return { ...empty, layers: [layer] };
}

function reasonOf({ reason, path, faults = [] }: Unreadable): string {
  if (reason === 'foreign' || reason === 'not-json') return t('design.unreadable.foreign');
  if (reason === 'newer') return t('design.unreadable.newer');
  const where = path ?? faults[0]?.message;
  return t('design.unreadable.broken', { where: where ? ` (${where})` : '' });
}
