// Browsers also list the names of those before them.
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/** Browser and system of a user agent. Undefined if unknown. */
export function parseUserAgent(userAgent: string | null): { browser?: string; system?: string } {
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([form]) => form.test(userAgent ?? ''))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  return { ...(browser && { browser }), ...(system && { system }) };
}
