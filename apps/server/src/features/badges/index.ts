export { type Dropped, dropUnusedBadge } from './drop-unused.ts';
export { registerBadges } from './routes.ts';
export { badgeImages } from './store.ts';
