import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readTokenValues } from './values.ts';

const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');

test('the tokens are available as plain values for light and dark backgrounds', () => {
  const [light, dark] = [readTokenValues(css, 'light'), readTokenValues(css, 'dark')];
  assert.deepEqual(
    [light.sheet, dark.sheet, light.titleS, dark.titleS, light.radiusM, light.space5],
    ['#ffffff', '#1e1c19', '20px', '20px', '6px', '24px'],
  );
  assert.match(light.fontText ?? '', /^'Source Sans 3 Variable', .*system-ui, sans-serif$/);
  assert.match(dark.shade ?? '', /^rgb\(0 0 0 \/ 42%\)$/);
  for (const values of [light, dark])
    for (const [name, value] of Object.entries(values))
      assert.doesNotMatch(value, /light-dark|\drem|"/, name);
});
