import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchIcons } from '../icons/search-icons.ts';
import { templates } from './index.ts';
import { searchTemplates } from './search-templates.ts';

const subjects = [
  ...['first aid', 'First-Aid', 'safety', 'language', 'languages', 'music', 'sports', 'volunteer'],
  ...['coding', 'science', 'completion', 'leadership', 'teamwork', 'cooking', 'art', 'environment'],
  ...['finance', 'cybersecurity', 'teaching', 'health', 'mathematics', 'reading', 'travel'],
  ...['innovation', 'attendance', 'engineering'],
];

test('each usual subject has at least ten icons, and all templates are offered with them', () => {
  for (const subject of subjects) {
    const icons = searchIcons(subject);
    assert.ok(icons.length >= 10, `${subject}: ${icons}`);
    const found = searchTemplates(subject);
    assert.equal(new Set(found.map(({ template }) => template.id)).size, templates.length);
    assert.deepEqual(
      found.filter(({ icon }) => !icons.includes(icon)),
      [],
    );
    assert.ok(new Set(found.map(({ icon }) => icon)).size >= 10, subject);
  }
});

test('templates whose tags match come first', () => {
  const first = (search: string, count: number) =>
    searchTemplates(search)
      .slice(0, count)
      .map(({ template }) => template.id)
      .toSorted();
  assert.deepEqual(first('first aid', 2), ['cross', 'lifebuoy']);
  assert.ok(first('coding', 2).includes('program'));
  assert.ok(first('music', 1).includes('vinyl'));
});

test('a search for a shape finds only templates of that name, and nonsense finds none', () => {
  const find = (search: string) => searchTemplates(search).map(({ template }) => template.id);
  assert.deepEqual(find('wax seal'), ['wax']);
  assert.deepEqual(find('no such thing'), []);
  assert.deepEqual(
    searchTemplates(' ').map(({ template }) => template),
    templates,
  );
});
