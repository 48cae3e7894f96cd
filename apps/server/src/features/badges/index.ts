export { addBadge } from './create.ts';
export { type DeletedBadge, deleteUnusedBadge } from './delete.ts';
export {
  badgePictures,
  designPictures,
  filterOwnedPictures,
  saveDesignPictures,
} from './pictures.ts';
export { registerBadges } from './routes.ts';
export {
  badgeImages,
  blockBadgeChanges,
  countDesignBadges,
  deleteBadgeRow,
  findTemplateIssuer,
  hasBadge,
  listOutdatedBadges,
  setBadgeDesigns,
} from './store.ts';
