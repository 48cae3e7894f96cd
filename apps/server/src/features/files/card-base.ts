import { createHash } from 'node:crypto';
import { type CertificateLayer, cardSize } from '@insignia/design';
import { type Box, getBoundingBox, getEnclosingBox } from '@insignia/design/edit';
import { type FilledText, hasName } from './designed-certificate.ts';

/**
 * Pixels in RGB: 2.2 MiB. Compressed, they would cost the CPU that they save. They are missing
 * while the base is drawn.
 */
type Base = { accountId: string; pixels: Buffer | undefined; usedAt: number };

const [MAX_BASES, MAX_BASES_OF_ACCOUNT] = [4, 2];
/** A base stays while other cards need it, because drawing it again costs more than it saves. */
const MIN_IDLE_CARDS = 50;
const MAX_SEEN = 500;

/**
 * Bases of cards: the layers that credentials of a badge share, drawn once. A base that is used
 * once isn't worth it.
 */
export class CardBases {
  readonly #bases = new Map<string, Base>();
  readonly #seen = new Set<string>();
  #cards = 0;

  /** Undefined if the card must be drawn as a whole. The caller doesn't change the pixels. */
  async load(
    key: string,
    accountId: string,
    draw: () => Promise<Buffer>,
  ): Promise<Buffer | undefined> {
    this.#cards += 1;
    const known = this.#bases.get(key);
    if (known) {
      known.usedAt = this.#cards;
      return known.pixels;
    }
    if (!this.#isRepeated(key) || !this.#makeRoom(accountId)) return undefined;
    const base: Base = { accountId, pixels: undefined, usedAt: this.#cards };
    this.#bases.set(key, base);
    try {
      base.pixels = await draw();
    } finally {
      if (!base.pixels && this.#bases.get(key) === base) this.#bases.delete(key);
    }
    return base.pixels;
  }

  #isRepeated(key: string): boolean {
    const isRepeated = this.#seen.delete(key);
    this.#seen.add(key);
    const [oldest] = this.#seen;
    if (this.#seen.size > MAX_SEEN && oldest !== undefined) this.#seen.delete(oldest);
    return isRepeated;
  }

  #makeRoom(accountId: string): boolean {
    const all = [...this.#bases];
    const own = all.filter(([, base]) => base.accountId === accountId);
    const isOwnFull = own.length >= MAX_BASES_OF_ACCOUNT;
    if (!isOwnFull && all.length < MAX_BASES) return true;
    const [oldest] = (isOwnFull ? own : all).sort(
      ([, one], [, other]) => one.usedAt - other.usedAt,
    );
    const isIdle = oldest !== undefined && this.#cards - oldest[1].usedAt >= MIN_IDLE_CARDS;
    if (isIdle) this.#bases.delete(oldest[0]);
    return isIdle;
  }
}

export const computeBaseKey = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

type Part = { layers: readonly CertificateLayer[]; texts: readonly FilledText[] };

/** The part of a card that these layers may cover, in whole pixels. */
export function findArea({ layers, texts }: Part): Box | undefined {
  if (texts.some(canOverflow)) return { x: 0, y: 0, ...cardSize };
  const enclosing = getEnclosingBox(layers.map(getReach));
  if (!enclosing) return undefined;
  const [x, y] = [Math.max(0, Math.floor(enclosing.x)), Math.max(0, Math.floor(enclosing.y))];
  const right = Math.min(cardSize.width, Math.ceil(enclosing.x + enclosing.width));
  const bottom = Math.min(cardSize.height, Math.ceil(enclosing.y + enclosing.height));
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
}

/** Accents and italics reach beyond the box of a text, and points of a star beyond its shape. */
function getReach(layer: CertificateLayer): Box {
  const { x, y, width, height } = getBoundingBox(layer);
  const margin = layer.type === 'text' ? layer.size : layer.type === 'shape' ? getStroke(layer) : 0;
  return {
    ...{ x: x - margin, width: width + 2 * margin },
    ...{ y: y - margin, height: height + 2 * margin },
  };
}

/** Letters of a word that has no break (`breakLongWords`). */
const MAX_UNBROKEN = 29;
/** The smallest share of its size in which a text is set (`fit-in` in letters.typ). */
const SMALLEST_NAME = 0.17;
const SMALLEST_TEXT = 0.4;

/** Whether a text may need far more space than its box, assuming wide letters and high lines. */
function canOverflow({ layer, text }: FilledText): boolean {
  const { width, height, fit, lineHeight, letterSpacing } = layer;
  const isName = hasName(layer);
  const size = layer.size * (isName ? SMALLEST_NAME : fit === 'shrink' ? SMALLEST_TEXT : 1);
  const letter = size * (1.2 + letterSpacing);
  const words = text.split(/\s+/).map((word) => word.length);
  const longest = Math.min(MAX_UNBROKEN, Math.max(...words)) * letter;
  if (longest > width) return true;
  // Other texts are cut.
  if (!isName) return false;
  const breaks = text.split('\n').length;
  const lines = breaks + (text.length * letter) / Math.max(letter, width - longest);
  return lines * size * (lineHeight + 1) > height;
}

/** The limit of a miter is 4 widths (SVG 2, 13.5.5). */
const getStroke = ({ stroke }: Extract<CertificateLayer, { type: 'shape' }>): number =>
  4 * (stroke?.width ?? 0);

let canvas: Buffer | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Draws RGBA pixels over an area of a base, and encodes the result. All cards share one canvas, in
 * turn: with 2 MiB for each, collecting garbage would take as much CPU as drawing.
 */
export function drawOverBase(
  base: Buffer,
  { area, pixels }: { area: Box; pixels: Buffer },
  encode: (card: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const draw = () => {
    canvas ??= Buffer.allocUnsafeSlow(base.length);
    base.copy(canvas);
    drawOver(canvas, area, pixels);
    return encode(canvas);
  };
  const turn = lastTurn.then(draw);
  lastTurn = turn.catch(() => {});
  return turn;
}

function drawOver(card: Buffer, area: Box, pixels: Buffer): void {
  for (let row = 0; row < area.height; row++) {
    let to = ((area.y + row) * cardSize.width + area.x) * 3;
    let from = row * area.width * 4;
    for (const end = from + area.width * 4; from < end; from += 4, to += 3) {
      const alpha = pixels[from + 3] as number;
      if (alpha === 0) continue;
      for (let part = 0; part < 3; part++) {
        const below = card[to + part] as number;
        const above = pixels[from + part] as number;
        card[to + part] = Math.round(below + ((above - below) * alpha) / 255);
      }
    }
  }
}
