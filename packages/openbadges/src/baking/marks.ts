/** Version of Open Badges that a text was baked by. */
export type Edition = '2.0' | '3.0';

export type Baked = { edition: Edition; text: string };

/**
 * Markers of a baked text: keyword of a PNG chunk, and SVG element with its namespace (Baking of
 * each version).
 */
export const marks: Record<Edition, { keyword: string; element: string; namespace: RegExp }> = {
  '2.0': {
    keyword: 'openbadges',
    element: 'assertion',
    namespace: /^http:\/\/openbadges\.org\/?$/,
  },
  '3.0': {
    keyword: 'openbadgecredential',
    element: 'credential',
    namespace: /^https:\/\/purl\.imsglobal\.org\/ob\/v3p0\/?$/,
  },
};

export const editions = ['2.0', '3.0'] as const satisfies Edition[];
