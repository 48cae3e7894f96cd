export { bakeCredentialPng, bakePng } from './bake.ts';
export { bakeCredentialSvg } from './bake-svg.ts';
export type { Baked, Edition } from './marks.ts';
export { unbake, unbakeAll } from './unbake.ts';
