// Alone in a file, as it goes along with what is published: scripts/pack-openbadges.ts says why.
export { contexts } from '@digitalbazaar/credentials-context';
