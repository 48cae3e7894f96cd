/**
 * The versions of the interface, oldest first (docs/versioning.md). The last is the one that this program speaks; what is
 * added before it is released is `since` that one.
 */
export const versions = ['1.0'] as const;
export type Version = (typeof versions)[number];
