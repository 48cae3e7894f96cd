import { type CardDesign, cardSize, listPlaceholders } from '@insignia/design';
import type { Box } from '@insignia/design/edit';
import type { Sharp } from 'sharp';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { FlatThread } from '../../platform/drawing/index.ts';
import { loadSharp, openPixels } from '../../platform/images/index.ts';
import type { JobFile, Typesetter } from '../../platform/typeset/index.ts';
import type { PublishedCredential } from '../published/index.ts';
import { ensureShortCode } from '../short-codes/index.ts';
import { CardBases, computeBaseKey, drawOverBase, findArea } from './card-base.ts';
import { readCardParts } from './card-parts.ts';
import { chooseLook, type DesignedCertificate } from './certificate.ts';
import {
  logoFile,
  type PrintedCredential,
  pictureFile,
  signatureFile,
} from './certificate-data.ts';
import {
  backgroundFile,
  createDesignFields,
  designPictureFile,
  shapesFile,
} from './designed-certificate.ts';
import {
  loadCoveringPicture,
  loadFittedPicture,
  type PictureBox,
  type PictureDeps,
} from './pictures.ts';
import { noQr } from './qr.ts';
import { designTemplate } from './templates.ts';

export type CardDeps = {
  clock: Clock;
  typesetter: Typesetter;
  flatThread: FlatThread;
} & PictureDeps;

const codes = ['short_code', 'short_url'];

/** The code is assigned only if the card depends on it. */
export async function addShortCode(
  db: Database,
  credential: PublishedCredential,
  { layers }: CardDesign,
): Promise<PrintedCredential> {
  const isNeeded = layers.some(
    (layer) =>
      (layer.showIf && codes.includes(layer.showIf)) ||
      (layer.type === 'text' && listPlaceholders(layer.text).some((name) => codes.includes(name))),
  );
  return { ...credential, shortCode: isNeeded ? await ensureShortCode(db, credential) : '' };
}

export async function renderDesignedCard(
  deps: CardDeps & { urls: Urls },
  credential: PrintedCredential,
  design: CardDesign,
): Promise<DesignedCertificate> {
  const look = chooseLook(deps, credential, credential.brand);
  const isValid = look.state === 'valid';
  const { fields, files, isWhole, own } = createDesignFields(credential, design, deps.urls, {
    ...{ ...look, bleed: 0, isSigned: false },
  });
  const typeset = async (data: object, { background, layers }: CardSide): Promise<Buffer> => {
    const pictures = await loadCardFiles(deps, credential, { background, layers }, !isValid);
    return deps.typesetter.set({
      ...{ template: designTemplate.path, format: 'svg', data: JSON.stringify(data) },
      files: { ...files, ...pictures },
    });
  };
  const parts = splitFields(fields);
  const key = computeBaseKey(
    ...[designTemplate.version, credential.accountId, design, parts.base],
    ...[listShapes(files), listPictures(credential)],
  );
  // Notes are above all layers.
  const hasNotes = !isValid || !isWhole;
  const pixels = hasNotes
    ? undefined
    : await bases.load(key, credential.accountId, async () =>
        (await openSvg(await typeset(parts.base, design))).removeAlpha().raw().toBuffer(),
      );
  if (!pixels) return { bytes: await drawCard(deps, await typeset(parts.whole, design)), isWhole };
  const area = findArea(own);
  if (!area) return { bytes: await encodePixels(pixels), isWhole };
  const svg = await typeset(parts.own, { background: undefined, layers: own.layers });
  const drawn = { area, pixels: await drawArea(svg, area) };
  return { bytes: await drawOverBase(pixels, drawn, encodePixels), isWhole };
}

const bases = new CardBases();

type CardSide = Pick<CardDesign, 'background' | 'layers'>;
type DesignFields = ReturnType<typeof createDesignFields>['fields'];
type Side = DesignFields['sides'][number];

/** Data of the whole card, and of its parts. The base has nothing of the credential. */
function splitFields(fields: DesignFields) {
  const [base, own] = fields.sides as [Side, Side];
  const { labels } = fields;
  return {
    whole: { ...fields, sides: [{ ...base, layers: [...base.layers, ...own.layers] }] },
    base: {
      ...{ ...fields, sides: [base], title: '', url: '', date: [2000, 1, 1] },
      ...{ qr: noQr, labels: { ...labels, code: '' } },
    },
    own: { ...fields, sides: [own], isTransparent: true },
  };
}

/** The base names its shapes by position only. Conditions of layers decide which ones it has. */
const listShapes = (files: Record<string, JobFile>): unknown[] =>
  Object.entries(files).flatMap(([name, { id }]) =>
    name.startsWith(shapesFile(0, '')) ? [[name, id]] : [],
  );

/** Content addresses of the pictures that a card may show besides those of its design. */
const listPictures = ({ imageCid, logoCid, brand }: PrintedCredential): unknown[] => [
  ...[imageCid, logoCid],
  ...brand.signatures.map(({ pictureCid }) => pictureCid),
];

/** Pictures in the size in which the card shows them. */
async function loadCardFiles(
  deps: PictureDeps,
  { imageCid, logoCid, brand }: PrintedCredential,
  { background, layers }: CardSide,
  isGrey: boolean,
): Promise<Record<string, JobFile>> {
  const fitted = new Map<string, { cid: string; box: PictureBox }>();
  const add = (name: string, cid: string | null | undefined, { width, height }: PictureBox) => {
    if (!cid) return;
    const { box } = fitted.get(name) ?? { box: { width: 1, height: 1 } };
    // More pixels than a card has would cost more than they show.
    const larger = (one: number, other: number) =>
      Math.min(Math.ceil(Math.max(one, other)), cardSize.width);
    fitted.set(name, {
      cid,
      box: { width: larger(box.width, width), height: larger(box.height, height) },
    });
  };
  for (const layer of layers) {
    if (layer.type === 'picture') add(designPictureFile(layer.picture), layer.picture, layer);
    if (layer.type === 'badge') add(pictureFile, imageCid, layer);
    if (layer.type === 'logo') add(logoFile, logoCid, layer);
    if (layer.type === 'signature') {
      const n = layer.signatory - 1;
      add(signatureFile(n), brand.signatures[n]?.pictureCid, layer);
    }
  }
  const files: Record<string, JobFile> = {};
  for (const [name, { cid, box }] of fitted)
    files[name] = await loadFittedPicture(deps, cid, box, isGrey && name === pictureFile);
  if (background?.picture)
    files[backgroundFile(background.picture)] = await loadCoveringPicture(
      deps,
      background.picture,
      cardSize,
    );
  return files;
}

/** A PNG of 1200 by 630 pixels. */
export async function drawCard({ flatThread }: CardDeps, svg: Buffer): Promise<Buffer> {
  const simple = simplifySvg(svg);
  const parts = readCardParts(simple);
  const png = parts && (await flatThread.draw({ ...cardSize, parts, compressionLevel }));
  if (png) return png;
  const sharp = await loadSharp();
  return encodeCard(sharp(Buffer.from(simple)).removeAlpha());
}

const encodePixels = async (data: Buffer): Promise<Buffer> =>
  encodeCard(await openPixels({ data, ...cardSize, channels: 3 }));

/** Level 4 would save a tenth of the bytes, for a millisecond. */
const compressionLevel = 2;

/**
 * In full color. A palette would halve the bytes, but finding one takes as much CPU as drawing the
 * card.
 */
const encodeCard = (drawn: Sharp): Promise<Buffer> => drawn.png({ compressionLevel }).toBuffer();

async function openSvg(svg: Buffer): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(simplifySvg(svg)));
}

/** Draws a part of the card, in RGBA. */
async function drawArea(svg: Buffer, { x, y, width, height }: Box): Promise<Buffer> {
  const view = `viewBox="${x} ${y} ${width} ${height}" width="${width}pt" height="${height}pt"`;
  const cropped = svg.toString().replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, view);
  return (await openSvg(Buffer.from(cropped))).raw().toBuffer();
}

const glyphs =
  /<symbol id="(\w+)" overflow="visible">\s*<path d="M 0 0m([^"A-Y]*)"\/>\s*<\/symbol>/g;
const textRuns = /(<g class="typst-text" [^<>]*>)((?:\s*<use [^<>]*>)+)\s*<\/g>/g;
const glyphUses =
  /<use xlink:href="#(\w+)" x="([^"]*)" y="([^"]*)" fill="(#\w+)" fill-rule="nonzero"\/>/g;
const svgPictures =
  /<image ([^<>]*?)xlink:href="data:image\/svg\+xml;base64,([\w+/=]+)" width="([^"]*)" height="([^"]*)" preserveAspectRatio="none"\/>/g;

/**
 * Rewrites Typst's SVG so that librsvg draws the same with less CPU: it would render each SVG
 * picture to pixels of its own, draw each letter as an element, and open a viewport for each symbol.
 */
function simplifySvg(svg: Buffer): string {
  const text = svg.toString();
  const outlines = new Map(Array.from(text.matchAll(glyphs), ([, id = '', path]) => [id, path]));
  const joined = text.replaceAll(textRuns, (run, start: string, letters: string) => {
    const path = joinLetters(letters, outlines);
    return path ? `${start}${path}</g>` : run;
  });
  const left = new Set(Array.from(joined.matchAll(/xlink:href="#(\w+)"/g), ([, id]) => id));
  return joined
    .replaceAll(glyphs, (symbol, id: string) => (left.has(id) ? symbol : ''))
    .replaceAll('<symbol ', '<g ')
    .replaceAll('</symbol>', '</g>')
    .replaceAll(svgPictures, inlinePicture);
}

/** One path for the letters of a run. Undefined if they have several colors or other elements. */
function joinLetters(
  letters: string,
  outlines: Map<string, string | undefined>,
): string | undefined {
  const uses = [...letters.matchAll(glyphUses)];
  const color = uses[0]?.[4];
  const isPlain = uses.length === letters.split('<use ').length - 1;
  if (!isPlain || uses.some(([, id = '', , , fill]) => fill !== color || !outlines.has(id)))
    return undefined;
  const paths = uses.map(([, id = '', x, y]) => `M${x} ${y}m${outlines.get(id)}`);
  return `<path fill="${color}" d="${paths.join('')}"/>`;
}

/** A picture with ids, such as those of gradients, stays: two pictures may have the same ones. */
function inlinePicture(
  picture: string,
  attributes: string,
  data: string,
  width: string,
  height: string,
): string {
  const svg = Buffer.from(data, 'base64').toString();
  const [start = ''] = /^<svg [^<>]*>/.exec(svg) ?? [];
  const [found, w, h] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(start) ?? [];
  if (found === undefined || svg.includes(' id="')) return picture;
  const scale = [Number(width) / Number(w), Number(height) / Number(h)].map((each) =>
    each.toFixed(6),
  );
  const drawn = svg.slice(start.length, svg.lastIndexOf('</svg>'));
  return `<g ${attributes}><g transform="scale(${scale.join(' ')})">${drawn}</g></g>`;
}
