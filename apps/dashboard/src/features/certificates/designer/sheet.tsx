import type { Pictures } from '@insignia/design/canvas';
import 'konva/lib/shapes/Rect.js';
import { Rect, Shape } from 'react-konva/lib/ReactKonvaCore.js';
import type { CertificateDocument } from './document.ts';

type Props = { document: CertificateDocument; pictures: Pictures };

/** The paper or card, and the background up to the bleed. */
export function SheetBackground({ document, pictures }: Props) {
  const { width, height, background } = document;
  const { bleed } = document.sheet ?? { bleed: 0 };
  const picture = background?.picture ? pictures.get(background.picture) : undefined;
  return (
    <>
      <Rect
        width={width}
        height={height}
        fill="#ffffff"
        shadowColor="#000000"
        shadowOpacity={0.16}
        shadowBlur={24}
        listening={false}
      />
      {background && (
        <Shape
          listening={false}
          sceneFunc={({ _context }) => {
            const context = _context as CanvasRenderingContext2D;
            const [w, h] = [width + 2 * bleed, height + 2 * bleed];
            context.save();
            context.beginPath();
            context.rect(-bleed, -bleed, w, h);
            context.clip();
            if (background.color) {
              context.fillStyle = background.color;
              context.fillRect(-bleed, -bleed, w, h);
            }
            if (picture) {
              // Covers the area and keeps its aspect ratio.
              const { naturalWidth, naturalHeight } = picture;
              const scale = Math.max(w / naturalWidth, h / naturalHeight);
              const [pw, ph] = [naturalWidth * scale, naturalHeight * scale];
              const [x, y] = [(width - pw) / 2, (height - ph) / 2];
              context.drawImage(picture as HTMLImageElement, x, y, pw, ph);
            }
            context.restore();
          }}
        />
      )}
    </>
  );
}

type MarginProps = {
  document: CertificateDocument & { sheet: object };
  color: string;
  line: number;
};

/** Where the sheet is cut, the bleed outside, and the safe margin inside. */
export function SheetMargins({ document, color, line }: MarginProps) {
  const { width, height } = document;
  const { bleed, safeMargin } = document.sheet;
  const inset = (by: number, dash: number[]) => (
    <Rect
      x={by}
      y={by}
      width={width - 2 * by}
      height={height - 2 * by}
      stroke={color}
      strokeWidth={line}
      dash={dash.map((length) => length * line)}
      listening={false}
    />
  );
  return (
    <>
      {bleed > 0 && inset(-bleed, [2, 3])}
      {inset(0, [])}
      {safeMargin > 0 && inset(safeMargin, [6, 4])}
    </>
  );
}
