export { type DeletedBadge, deleteUnusedBadge } from './delete.ts';
export { badgePictures, designPictures } from './pictures-store.ts';
export { registerBadges } from './routes.ts';
export { badgeImages } from './store.ts';
