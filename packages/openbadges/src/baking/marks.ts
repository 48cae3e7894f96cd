/** Which edition of Open Badges a text was baked in by. */
export type Edition = '2.0' | '3.0';

export type Baked = { edition: Edition; text: string };

/** What marks a baked text: the keyword of a PNG chunk, and an SVG element with its namespace (Baking of each edition). */
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
