export { eachSealed } from './each-sealed.ts';
export {
  adoptNextSecret,
  keepSecret,
  knownSecrets,
  newSecret,
  nextSecret,
  openSecrets,
} from './files.ts';
export { keptSecretMark, rotatingSince } from './mark-store.ts';
export { type Presence, startPresence, tellOfSecrets } from './presence.ts';
export { type Running, running } from './presence-store.ts';
export type { SealedRows } from './reseal.ts';
export { type Rotated, rotate } from './rotate.ts';
export { createSealer, LacksSecret, type Sealer } from './sealer.ts';
export { type Keys, markOf, Secrets } from './secrets.ts';
export { settleSecret } from './settle.ts';
