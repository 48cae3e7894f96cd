export { bakeCredentialPng, bakePng } from './bake.ts';
export { bakeCredentialSvg } from './bake-svg.ts';
export type { Baked, Edition } from './png.ts';
export { unbake, unbakeAll } from './unbake.ts';
