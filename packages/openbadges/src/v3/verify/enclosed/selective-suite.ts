// Alone in a file, as it goes along with what is published: scripts/pack-openbadges.ts says why.
export {
  createDiscloseCryptosuite,
  createVerifyCryptosuite,
} from '@digitalbazaar/ecdsa-sd-2023-cryptosuite';
