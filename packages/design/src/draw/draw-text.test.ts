import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayerOf } from '../schema.ts';
import type { Outliner } from '../text/outliner.ts';
import { drawCircleText } from './draw-text.ts';

test('text around a circle that is too small for numbers has no outline', () => {
  const glyph = { path: 'M0 0H1V1Z', x: 0, y: 0, advance: 1, isNext: true };
  const outline: Outliner = () => ({
    ...{ glyphs: [glyph], advance: 1, missing: [], isRightToLeft: false },
  });
  const draw = (width: number): string => {
    const layer: LayerOf<'circleText'> = {
      ...{ type: 'circleText', id: 'a', name: '', text: 'A', font: 'Cinzel', size: 40 },
      ...{ x: 0, y: 0, width, height: 10, rotation: 0, opacity: 1, locked: false, hidden: false },
      weight: 400,
      letterSpacing: 0,
      side: 'top',
    };
    return drawCircleText(layer, outline).path;
  };
  assert.match(draw(10), /^M[\d.-]+ [\d.-]+/);
  assert.equal(draw(Number.MIN_VALUE), '');
});
