export { type Dropped, dropUnusedBadge } from './drop-unused.ts';
export { badgePictures, designPictures } from './pictures-store.ts';
export { registerBadges } from './routes.ts';
export { badgeImages } from './store.ts';
