// In its own file, because it is bundled into the published package (scripts/pack-openbadges.ts).
export {
  createDiscloseCryptosuite,
  createVerifyCryptosuite,
} from '@digitalbazaar/ecdsa-sd-2023-cryptosuite';
