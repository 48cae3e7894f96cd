import type { DrawnLayer } from '@insignia/design';
import { type Pictures, paintLayer } from '@insignia/design/canvas';
import type { EditableLayer } from '@insignia/design/edit';
import type { Context } from 'konva/lib/Context.js';
import type { Shape as Node } from 'konva/lib/Shape.js';
import { Shape } from 'react-konva/lib/ReactKonvaCore.js';
import { browserCanvasTools } from './canvas-tools.ts';

type Props = { layer: EditableLayer; drawn: DrawnLayer | undefined; pictures: Pictures };

const isCoarse = matchMedia('(pointer: coarse)');
/** Pixels. Lines are as easy to hit in designs in millimeters as in those in pixels. */
const minHitWidth = () => (isCoarse.matches ? 24 : 10);

/** A layer on the stage, positioned by the document and rendered from the drawing. */
export function LayerNode({ layer, drawn, pictures }: Props) {
  const { width, height } = layer;
  // Stretches the previous drawing until the new one arrives.
  const stretch = (context: CanvasRenderingContext2D) =>
    drawn && context.scale(width / drawn.width, height / drawn.height);
  const paint = ({ _context: context }: Context) => {
    if (!drawn) return;
    const own = context as CanvasRenderingContext2D;
    own.save();
    stretch(own);
    paintLayer(own, drawn, pictures, browserCanvasTools);
    own.restore();
  };
  const paintHit = ({ _context: context }: Context, node: Node) => {
    const own = context as CanvasRenderingContext2D;
    own.save();
    own.fillStyle = node.colorKey;
    own.strokeStyle = node.colorKey;
    if (layer.type !== 'shape' || drawn?.type !== 'path') own.fillRect(0, 0, width, height);
    else {
      stretch(own);
      const path = new Path2D(drawn.path);
      // Clicks pass through the hole of a ring.
      if (drawn.fill) own.fill(path);
      const { a, b } = own.getTransform();
      const pixels = Math.hypot(a, b);
      own.lineWidth = Math.max(drawn.stroke?.width ?? 0, minHitWidth() / pixels);
      own.stroke(path);
    }
    own.restore();
  };
  return (
    <Shape
      id={layer.id}
      x={layer.x + width / 2}
      y={layer.y + height / 2}
      offsetX={width / 2}
      offsetY={height / 2}
      width={width}
      height={height}
      rotation={layer.rotation}
      visible={!layer.hidden}
      listening={!layer.locked}
      perfectDrawEnabled={false}
      sceneFunc={paint}
      hitFunc={paintHit}
    />
  );
}
