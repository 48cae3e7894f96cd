export {
  type BakedText,
  /** @deprecated Use `BakedText`. */
  type BakedText as Baked,
  bakeCredentialPng,
  bakeCredentialSvg,
  bakePng,
  type Edition,
} from './bake.ts';
export { unbake, unbakeAll } from './unbake.ts';
