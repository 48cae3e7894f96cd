import type {
  CanvasTools,
  DrawingContext,
  Picture,
  PictureLevel,
  ScaledPicture,
} from './canvas.ts';

/**
 * Margin around the picture, so that its edges are path edges, which every canvas antialiases
 * alike.
 */
const border = 2;

type PictureBox = {
  width: number;
  height: number;
  align?: 'left' | 'center' | 'right' | undefined;
};

/** Fits the picture into its box, in the middle by default, and keeps its aspect ratio. */
export function paintPicture(
  context: DrawingContext,
  picture: Picture,
  { width, height, align = 'center' }: PictureBox,
  tools: CanvasTools,
): void {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(width / naturalWidth, height / naturalHeight);
  const [w, h] = [naturalWidth * scale, naturalHeight * scale];
  const share = { left: 0, center: 0.5, right: 1 }[align];
  const [x, y] = [(width - w) * share, (height - h) / 2];
  const { a, b, c, d } = context.getTransform();
  const drawn = scale * Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const level = chooseLevel(picture, countHalvings(drawn, picture), tools);
  const [beyondX, beyondY] = [(border * w) / level.width, (border * h) / level.height];
  context.save();
  context.clip(tools.path(`M${x} ${y}h${w}v${h}h${-w}z`));
  context.imageSmoothingQuality = drawn > 1 ? 'high' : 'low';
  context.drawImage(level.canvas, x - beyondX, y - beyondY, w + 2 * beyondX, h + 2 * beyondY);
  context.restore();
}

/** Canvases downscale differently, except by at most half with bilinear sampling. */
function countHalvings(drawn: number, { naturalWidth, naturalHeight }: Picture): number {
  const maxSteps = Math.ceil(Math.log2(Math.max(naturalWidth, naturalHeight)));
  let times = 0;
  for (let scale = drawn; scale < 0.5 && times < maxSteps; scale *= 2) times++;
  return times;
}

/** Cached for the life of the picture, because dragging repaints layers. */
function chooseLevel(picture: Picture, halvings: number, tools: CanvasTools): PictureLevel {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const sizes: ScaledPicture = tools.scaled.get(picture) ?? {
    halves: [{ canvas: picture, width, height }],
    levels: new Map(),
  };
  tools.scaled.set(picture, sizes);
  const { halves, levels } = sizes;
  const level = levels.get(halvings) ?? addBorder(getHalving(halves, halvings, tools), tools);
  levels.set(halvings, level);
  return level;
}

/** Each halving is made from the one before. Together they take a third of the picture's memory. */
function getHalving(
  halves: [PictureLevel, ...PictureLevel[]],
  times: number,
  tools: CanvasTools,
): PictureLevel {
  let [level] = halves;
  for (let n = 1; n <= times; n++) {
    level = halves[n] ?? halve(level, tools);
    halves[n] = level;
  }
  return level;
}

function halve(level: PictureLevel, tools: CanvasTools): PictureLevel {
  const [width, height] = [Math.ceil(level.width / 2), Math.ceil(level.height / 2)];
  const { canvas, context } = tools.canvas(width, height);
  context.imageSmoothingQuality = 'low';
  context.drawImage(level.canvas, 0, 0, width, height);
  return { canvas, width, height };
}

function addBorder(
  { canvas: inner, width, height }: PictureLevel,
  tools: CanvasTools,
): PictureLevel {
  const [allWidth, allHeight] = [width + 2 * border, height + 2 * border];
  const { canvas, context } = tools.canvas(allWidth, allHeight);
  context.imageSmoothingQuality = 'low';
  context.drawImage(inner, 0, 0, allWidth, allHeight);
  context.clearRect(border, border, width, height);
  context.drawImage(inner, border, border, width, height);
  return { canvas, width, height };
}
