import { suitableIcons } from '../templates/surprise.ts';
import { icons } from './index.ts';
import words from './words.json' with { type: 'json' };

const synonyms: Readonly<Record<string, string>> = words;
/** Icons that suit a badge come first. */
const names = [
  ...new Set([...suitableIcons.filter((name) => name in icons), ...Object.keys(icons)]),
];

/** Words of a search, without the “s” of plurals, because words are found by how they begin. */
export function splitSearch(search: string): string[] {
  return search
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
}

/** Returns icon names that match a search: matches in the name before matches in tags. */
export function searchIcons(search: string): string[] {
  const searched = splitSearch(search);
  const named = names.filter((name) => searched.every((word) => name.includes(word)));
  const tagged = names.filter((name) => {
    const all = `${name.replaceAll('-', ' ')} ${synonyms[name]}`.split(' ');
    return searched.every((word) => all.some((other) => other.startsWith(word)));
  });
  return [...new Set([...named, ...tagged])];
}
