export { bakeCredentialPng, bakeCredentialSvg, bakePng } from './bake.ts';
export type { BakedText, Edition } from './png.ts';
export { unbake, unbakeAll } from './unbake.ts';
