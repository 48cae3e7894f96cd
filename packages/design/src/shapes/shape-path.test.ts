import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import svgpath from 'svgpath';
import type { Shape } from '../schema.ts';
import { shapePath } from './shape-path.ts';

const length = fc.double({ min: 1, max: 4_000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const shapes: fc.Arbitrary<Shape> = fc.oneof(
  fc.constantFrom<Shape>({ kind: 'circle' }, { kind: 'shield' }, { kind: 'hexagon' }),
  length.map((radius) => ({ kind: 'rectangle' as const, radius })),
  fc.record({
    kind: fc.constant('star' as const),
    points: fc.integer({ min: 3, max: 60 }),
    depth: share,
  }),
  fc.record({
    kind: fc.constant('seal' as const),
    teeth: fc.integer({ min: 6, max: 120 }),
    depth: share,
  }),
  fc.record({ kind: fc.constant('ribbon' as const), fold: share }),
  fc.record({ kind: fc.constant('laurel' as const), leaves: fc.integer({ min: 3, max: 24 }) }),
);

test('every shape is one closed path of finite numbers within its box', () => {
  fc.assert(
    fc.property(shapes, length, length, (shape, width, height) => {
      const path = shapePath(shape, width, height);
      assert.match(path, /^M.*Z$/);
      assert.doesNotMatch(path, /NaN|Infinity|e[-+]?\d/);
      const near = 0.02;
      svgpath(path)
        .abs()
        .iterate((segment, _n, x, y) => {
          assert.ok(!('err' in segment));
          assert.ok(x >= -near && x <= width + near, `${shape.kind} ${x} of ${width}`);
          assert.ok(y >= -near && y <= height + near, `${shape.kind} ${y} of ${height}`);
        });
    }),
  );
});
