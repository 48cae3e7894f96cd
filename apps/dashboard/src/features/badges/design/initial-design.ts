import { type Design, type DesignReadError, readDesign } from '@insignia/design';
import { createEmptyDesign, createPicture } from '@insignia/design/edit';
import { t } from '../../../messages/en/design.ts';
import { readDraft, saveDraft } from '../../../shared/draft.ts';

type BadgePicture = { designJson?: string | undefined; image: string };
/** The initial design, and why it isn't the badge's own. */
type InitialDesign = {
  design: Design;
  notice?: string;
  noticedLayer?: string;
};

/**
 * An unreadable design opens as the badge's picture, locked. The stored design is kept until saved.
 */
export function createInitialDesign(badge: BadgePicture): InitialDesign {
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

/** The stored draft, or the badge's design. */
export function restoreDesign(badge: BadgePicture & { etag: string }, draftName: string) {
  const initial = { ...createInitialDesign(badge), etag: badge.etag };
  const draft = readDesignDraft(draftName);
  return { ...initial, ...draft, isDraft: draft !== undefined };
}

type DesignDraft = { designJson: string };

export function saveDesignDraft(name: string, design: Design, etag?: string): void {
  const values = { designJson: JSON.stringify(design) };
  const from = etag === undefined ? undefined : { initial: { designJson: '' }, etag };
  saveDraft<DesignDraft>(name, { values, key: name, from });
}

/** The draft, with the version it was based on. */
export function readDesignDraft(name: string): { design: Design; etag?: string } | undefined {
  const draft = readDraft<DesignDraft>(name, { designJson: '' });
  const read = draft && readDesign(draft.values.designJson);
  if (!read || !('design' in read)) return undefined;
  return { design: read.design, ...(draft.from && { etag: draft.from.etag }) };
}
