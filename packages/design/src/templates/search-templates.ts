import { searchIcons, splitSearch } from '../icons/search-icons.ts';
import type { Template } from './build.ts';
import { templates } from './index.ts';

type FoundTemplate = { template: Template; icon: string };

const usualIcon = 'award';
/** Icons that results take turns with. More would match less well. */
const MAX_ICONS = 12;

/**
 * Returns templates for a subject, such as “first aid”, each with an icon of that subject. Those
 * whose name or tags match come first. Without a matching icon, only they are returned.
 */
export function searchTemplates(search: string): FoundTemplate[] {
  const searched = splitSearch(search);
  if (searched.length === 0) return templates.map((template) => ({ template, icon: usualIcon }));
  const isMatch = ({ name, tags }: Template) => {
    const words = [name.toLowerCase(), ...tags].flatMap((each) => each.split(' '));
    return searched.every((word) => words.some((other) => other.startsWith(word)));
  };
  const icons = searchIcons(search).slice(0, MAX_ICONS);
  const matches = templates.filter(isMatch);
  const found = icons.length > 0 ? [...new Set([...matches, ...templates])] : matches;
  return found.map((template, n) => ({ template, icon: icons[n % icons.length] ?? usualIcon }));
}
