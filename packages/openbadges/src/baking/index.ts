export { bakeCredentialPng, bakeCredentialSvg, bakePng } from './bake.ts';
export type {
  BakedText,
  /** @deprecated Use `BakedText`. */
  BakedText as Baked,
  Edition,
} from './png.ts';
export { unbake, unbakeAll } from './unbake.ts';
