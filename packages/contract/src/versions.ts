/**
 * Versions of the API, oldest first (docs/use/versioning.md). The last one is current: unreleased
 * additions name it in `since`.
 */
export const versions = ['1.0'] as const;
export type Version = (typeof versions)[number];
