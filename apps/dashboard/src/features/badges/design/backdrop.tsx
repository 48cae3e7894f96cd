import type { Design } from '@insignia/design';
import { createFillStyle } from '@insignia/design/canvas';
import 'konva/lib/shapes/Rect.js';
import { Rect, Shape } from 'react-konva/lib/ReactKonvaCore.js';
import type { CanvasColors } from '../../../shared/designer/canvas.tsx';

/** Share of the side outside the safe area for circular display. */
const safe = 0.06;

type Props = { design: Design; colors: CanvasColors };

/** The picture's background, with a checkerboard where it is transparent. */
export function Backdrop({ design: { width, height, background }, colors }: Props) {
  return (
    <>
      <Rect
        width={width}
        height={height}
        fill={colors.paper}
        shadowColor="#000000"
        shadowOpacity={0.16}
        shadowBlur={24}
        listening={false}
      />
      <Checks width={width} height={height} color={colors.check} />
      {background && (
        <Shape
          listening={false}
          sceneFunc={({ _context }) => {
            const context = _context as CanvasRenderingContext2D;
            context.fillStyle = createFillStyle(context, background, {
              width,
              height,
            }) as CanvasGradient;
            context.fillRect(0, 0, width, height);
          }}
        />
      )}
    </>
  );
}

export function SafeMargin({ design: { width, height }, colors, line }: Props & { line: number }) {
  return (
    <Rect
      x={width * safe}
      y={height * safe}
      width={width * (1 - 2 * safe)}
      height={height * (1 - 2 * safe)}
      cornerRadius={8}
      stroke={colors.guide}
      strokeWidth={line}
      dash={[6 * line, 4 * line]}
      listening={false}
    />
  );
}

/** Checkerboard behind transparent areas. */
function Checks({ width, height, color }: { width: number; height: number; color: string }) {
  const side = 32;
  return (
    <Shape
      listening={false}
      sceneFunc={({ _context: context }) => {
        context.fillStyle = color;
        for (let row = 0; row * side < height; row++)
          for (let column = row % 2; column * side < width; column += 2)
            context.fillRect(
              column * side,
              row * side,
              Math.min(side, width - column * side),
              Math.min(side, height - row * side),
            );
      }}
    />
  );
}
