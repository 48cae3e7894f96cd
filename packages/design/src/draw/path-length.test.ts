import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapePath } from '../shapes/shape-path.ts';
import { measurePath } from './drawing.ts';

test('measured lines of a path are exact, and curves at most an eighth too long', () => {
  assert.equal(measurePath('M10 10H40V50L10 10ZM0 0h3v4z'), 30 + 40 + 50 + 3 + 4 + 5);
  assert.equal(measurePath(shapePath({ kind: 'rectangle', radius: 0 }, 300, 100)), 800);
  const around = measurePath(shapePath({ kind: 'circle' }, 100, 100)) / (100 * Math.PI);
  assert.ok(around >= 1 && around < 1.125);
});
