// Each calls itself by the names of those before it as well.
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

/** The browser and system that a user agent names; undefined where it names none that is known. */
export function deviceOf(userAgent: string | null): { browser?: string; system?: string } {
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([form]) => form.test(userAgent ?? ''))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  return { ...(browser && { browser }), ...(system && { system }) };
}
