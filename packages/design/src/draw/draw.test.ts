import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outliner } from '../text/outliner.ts';
import { drawCircleText } from './draw.ts';

test('text around a circle that is too small for numbers has no outline', () => {
  const glyph = { path: 'M0 0H1V1Z', x: 0, y: 0, advance: 1 };
  const outline: Outliner = () => ({
    ...{ glyphs: [glyph], advance: 1, missing: [], isRightToLeft: false },
  });
  const layer = {
    ...{ type: 'circleText', id: 'a', name: '', text: 'A', font: 'Cinzel', weight: 400, size: 40 },
    ...{ x: 0, y: 0, height: 10, rotation: 0, opacity: 1, locked: false, hidden: false },
    ...{ letterSpacing: 0, side: 'top' },
  } as const;
  assert.match(drawCircleText({ ...layer, width: 10 }, outline).path, /^M[\d.-]+ [\d.-]+/);
  assert.equal(drawCircleText({ ...layer, width: Number.MIN_VALUE }, outline).path, '');
});
