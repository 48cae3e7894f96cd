import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Noto (SIL Open Font License), and Vazirmatn for Arabic and Persian. Bold only where a second file is small. */
const families: [name: string, folder: string, ...weights: string[]][] = [
  ['Noto Sans', 'noto-sans', '400Regular', '700Bold'],
  ['Vazirmatn', 'vazirmatn', '400Regular', '700Bold'],
  ['Noto Sans Arabic', 'noto-sans-arabic', '400Regular', '700Bold'],
  ['Noto Sans Hebrew', 'noto-sans-hebrew', '400Regular', '700Bold'],
  ['Noto Sans Devanagari', 'noto-sans-devanagari', '400Regular', '700Bold'],
  ['Noto Sans Bengali', 'noto-sans-bengali', '400Regular', '700Bold'],
  ['Noto Sans Tamil', 'noto-sans-tamil', '400Regular', '700Bold'],
  ['Noto Sans Thai', 'noto-sans-thai', '400Regular', '700Bold'],
  ['Noto Sans SC', 'noto-sans-sc', '400Regular'],
  ['Noto Sans TC', 'noto-sans-tc', '400Regular'],
  ['Noto Sans JP', 'noto-sans-jp', '400Regular'],
  ['Noto Sans KR', 'noto-sans-kr', '400Regular'],
  ['Noto Emoji', 'noto-emoji', '400Regular'],
];

/** Folders with the font files, for Typst. */
export function fontFolders(): string[] {
  return families.flatMap(([, folder, ...weights]) => {
    const home = dirname(require.resolve(`@expo-google-fonts/${folder}/package.json`));
    return weights.map((weight) => join(home, weight));
  });
}

const chinese = ['Noto Sans SC', 'Noto Sans TC', 'Noto Sans JP'];
const japanese = ['Noto Sans JP', 'Noto Sans TC', 'Noto Sans SC'];

/** All families, in the order in which they are tried. Japanese and Chinese share characters that they draw differently: kana decide. */
export function fontsFor(text: string): string[] {
  const han = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? japanese : chinese;
  const others = families.map(([name]) => name).filter((name) => !han.includes(name));
  const emoji = others.pop() ?? '';
  return [...others, ...han, emoji];
}
