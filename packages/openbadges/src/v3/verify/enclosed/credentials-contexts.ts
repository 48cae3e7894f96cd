// In its own file, because it is bundled into the published package (scripts/pack-openbadges.ts).
export { contexts } from '@digitalbazaar/credentials-context';
