import { createHash } from 'node:crypto';
import { verifyLimit } from '@insignia/contract';
import { type CertificateDesign, drawEngraving, sheetSize } from '@insignia/design';
import { createShades } from '@insignia/tokens/shades';
import type { Clock } from '../../kernel/clock.ts';
import { getTextDirection } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import { loadSharp, readColorJpegSize } from '../../platform/images/index.ts';
import { ByteCache } from '../../platform/memory/byte-cache.ts';
import {
  type JobFile,
  setTrimBoxes,
  type TypesetJob,
  type Typesetter,
} from '../../platform/typeset/index.ts';
import { type Brand, computePublicStatus, type PublicStatus } from '../published/index.ts';
import {
  createCertificateData,
  INVALID_COLOR,
  logoFile,
  ornamentFile,
  type PrintedCredential,
  pictureFile,
  signatureFile,
  signedCopyFile,
} from './certificate-data.ts';
import { backgroundFile, createDesignData, designPictureFile } from './designed-certificate.ts';
import {
  flatPalette,
  loadCoveringPicture,
  loadPictureFile,
  type PictureBox,
  type PictureDeps,
  type Reduction,
  reducePicture,
} from './pictures.ts';
import { certificateTemplatePath, designTemplate } from './templates.ts';

const LONG_SIDE_PIXELS = 1_200;

export type RenderDeps = { clock: Clock; urls: Urls; typesetter: Typesetter } & PictureDeps;

type Output = {
  format?: 'pdf' | 'svg';
  /** The signed credential, which the PDF contains. */
  signedCopy?: JobFile | undefined;
};

/** One page in the brand's style. The PDF is PDF/A-3a if the fonts cover all of it. */
export async function renderCertificate(
  deps: RenderDeps,
  credential: PrintedCredential,
  brand: Brand,
  { format = 'pdf', signedCopy }: Output = {},
): Promise<Buffer> {
  const look = { ...chooseLook(deps, credential, brand), isSigned: signedCopy !== undefined };
  const ornament = createOrnament(brand, look.accent);
  return setVerifiable(deps, {
    template: certificateTemplatePath(brand.certificateStyle),
    data: createCertificateData(credential, brand, deps.urls, look),
    files: {
      ...(await loadFiles(deps, credential, brand, look)),
      ...(ornament ? { [ornamentFile]: ornament } : {}),
      ...(signedCopy ? { [signedCopyFile]: signedCopy } : {}),
    },
    format,
  });
}

/** `isWhole`: the fonts have all letters of its texts. */
export type DesignedCertificate = { bytes: Buffer; isWhole: boolean };

/** A custom design: a page, and a second one if it has a back. `hasBleed`: for a print shop. */
export async function renderDesignedCertificate(
  deps: RenderDeps,
  credential: PrintedCredential,
  design: CertificateDesign,
  { format = 'pdf', signedCopy, hasBleed = false }: Output & { hasBleed?: boolean } = {},
): Promise<DesignedCertificate> {
  const { brand } = credential;
  const look = chooseLook(deps, credential, brand);
  const bleed = hasBleed ? design.bleed : 0;
  const pictures = await loadDesignPictures(deps, design, format);
  const { data, files, isWhole } = createDesignData(credential, design, deps.urls, {
    ...{ ...look, bleed, isSigned: signedCopy !== undefined, ratios: pictures.ratios },
  });
  if (signedCopy) files[signedCopyFile] = signedCopy;
  const loaded = { ...pictures.files, ...(await loadFiles(deps, credential, brand, look)) };
  Object.assign(files, filterDrawn(loaded, data));
  const job = { template: designTemplate.path, data, files, format };
  // Nobody verifies the file for a print shop, which needs all pixels.
  const bytes = hasBleed ? await deps.typesetter.set(job) : await setVerifiable(deps, job);
  return { bytes: bleed > 0 ? setTrimBoxes(bytes, (bleed * 72) / 25.4) : bytes, isWhole };
}

/** Files of a design. Those of hidden layers aren't in the PDF, where the typesetter would look for them. */
const filterDrawn = (files: Record<string, JobFile>, data: string): Record<string, JobFile> =>
  Object.fromEntries(Object.entries(files).filter(([name]) => data.includes(`"file":"${name}"`)));

/** `/verify` takes no larger ones. A seal has less than the difference. */
const MAX_PDF_BYTES = verifyLimit - 16 * 1_024;
/** Tried in turn. */
const reductions: readonly Reduction[] = [
  { side: 1_024, pageSide: 2_480, quality: 85 },
  { side: 512, pageSide: 1_754, quality: 75 },
  { side: 256, pageSide: 1_240, quality: 60 },
];

/** Typesets with fewer bytes of pictures if the PDF would be too large to be verified. */
async function setVerifiable({ typesetter }: RenderDeps, job: TypesetJob): Promise<Buffer> {
  if (job.format !== 'pdf') return typesetter.set(job);
  let { files } = job;
  for (const reduction of reductions) {
    // A PDF is hardly smaller than its pictures.
    const drawn = Object.values(filterDrawn(files, job.data));
    const bytes = drawn.reduce((sum, file) => sum + file.bytes.length, 0);
    const pdf = bytes > MAX_PDF_BYTES ? undefined : await typesetter.set({ ...job, files });
    if (pdf && pdf.length <= MAX_PDF_BYTES) return pdf;
    files = await reduceFiles(job.files, reduction);
  }
  return typesetter.set({ ...job, files });
}

async function reduceFiles(
  files: Record<string, JobFile>,
  reduction: Reduction,
): Promise<Record<string, JobFile>> {
  const reduced: Record<string, JobFile> = {};
  for (const [name, file] of Object.entries(files))
    reduced[name] = await reducePicture(file, reduction);
  return reduced;
}

/** Pixels of a picture as wide as a sheet in 150 dots per inch. Typst decodes pictures for each document. */
const LARGE_PICTURE_PIXELS = 2_000_000;

/** Pictures of layers and backgrounds, with the ratios of those that have a stand-in. */
async function loadDesignPictures(
  deps: PictureDeps,
  { back, ...front }: CertificateDesign,
  format: 'pdf' | 'svg',
): Promise<{ files: Record<string, JobFile>; ratios: Map<string, number> }> {
  const files: Record<string, JobFile> = {};
  const ratios = new Map<string, number>();
  const add = async (name: string, cid: string, minPixels: number): Promise<void> => {
    const file = await loadSheetPicture(deps, cid, front, format, minPixels);
    files[name] = file;
    if (file.jpegSize) ratios.set(name, file.jpegSize.width / file.jpegSize.height);
  };
  for (const { background, layers } of back ? [front, back] : [front]) {
    for (const layer of layers)
      if (layer.type === 'picture')
        await add(designPictureFile(layer.picture), layer.picture, LARGE_PICTURE_PIXELS);
    if (background?.picture) await add(backgroundFile(background.picture), background.picture, 0);
  }
  return { files, ratios };
}

/** PDFs contain a JPG from this size on as it is. A picture of the sheet has fewer pixels. */
async function loadSheetPicture(
  deps: PictureDeps,
  cid: string,
  sheet: Pick<CertificateDesign, 'paper' | 'orientation'>,
  format: 'pdf' | 'svg',
  minPixels: number,
): Promise<JobFile> {
  const file = await loadPictureFile(deps, cid);
  const jpegSize = readColorJpegSize(file.bytes);
  if (!jpegSize || jpegSize.width * jpegSize.height < minPixels) return file;
  return format === 'pdf'
    ? { ...file, jpegSize }
    : loadCoveringPicture(deps, cid, fitSheet(sheetSize(sheet)));
}

/** The sheet in the pixels of its picture. */
function fitSheet({ width, height }: PictureBox): PictureBox {
  const scale = LONG_SIDE_PIXELS / Math.max(width, height);
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
}

type Look = { state: PublicStatus; accent: string };

export function chooseLook(
  { clock }: Pick<RenderDeps, 'clock'>,
  { revokedAt, expires }: Pick<PrintedCredential, 'revokedAt' | 'expires'>,
  { accentColor }: Brand,
): Look {
  const lasting = { revoked: revokedAt !== null, expires: expires?.getTime() };
  const state = computePublicStatus(lasting, clock().getTime());
  return { state, accent: state === 'valid' ? createShades(accentColor).onLight : INVALID_COLOR };
}

/** Pictures of the badge, the issuer and the signatories. */
async function loadFiles(
  deps: PictureDeps,
  { imageCid, logoCid }: PrintedCredential,
  { signatures }: Brand,
  { state }: Look,
): Promise<Record<string, JobFile>> {
  const files: Record<string, JobFile> = {
    [pictureFile]: await loadPictureFile(deps, imageCid, state !== 'valid'),
    ...(logoCid ? { [logoFile]: await loadPictureFile(deps, logoCid) } : {}),
  };
  for (const [n, { pictureCid }] of signatures.entries())
    if (pictureCid) files[signatureFile(n)] = await loadPictureFile(deps, pictureCid);
  return files;
}

/**
 * A preview is seen once, so it isn't worth searching for colors: it takes a third less CPU and has
 * twice the bytes.
 */
type PictureUse = { isPreview?: boolean };

/** The certificate as a picture, for browsers that can't show PDFs in a page. */
export async function renderCertificatePicture(
  deps: RenderDeps,
  credential: PrintedCredential,
  use: PictureUse = {},
): Promise<Buffer> {
  const svg = await renderCertificate(deps, credential, credential.brand, { format: 'svg' });
  return drawSheet(svg, sheetSize(credential.brand), use);
}

/** The front of a custom design as a picture. */
export async function renderDesignedPicture(
  deps: RenderDeps,
  credential: PrintedCredential,
  { back: _, ...design }: CertificateDesign,
  use: PictureUse = {},
): Promise<DesignedCertificate> {
  const { bytes, isWhole } = await renderDesignedCertificate(deps, credential, design, {
    format: 'svg',
  });
  return { bytes: await drawSheet(bytes, sheetSize(design), use), isWhole };
}

/** Drawing takes longer than typesetting, and many visitors want the same picture. */
const drawnSheets = new ByteCache(4 * 1024 * 1024);

function drawSheet(
  svg: Buffer,
  size: PictureBox,
  { isPreview = false }: PictureUse,
): Promise<Buffer> {
  const key = `${createHash('sha256').update(svg).digest('base64url')} ${isPreview}`;
  return drawnSheets.get(key, () => rasterizeSheet(svg, size, isPreview));
}

async function rasterizeSheet(
  svg: Buffer,
  { width, height }: PictureBox,
  isPreview: boolean,
): Promise<Buffer> {
  const sharp = await loadSharp();
  // Rendered at the final size: enlarging would blur text. Sizes are in points, and libvips scales
  // by the density twice.
  const density = 72 * Math.sqrt((LONG_SIDE_PIXELS * 25.4) / (72 * Math.max(width, height)));
  return sharp(svg, { density })
    .resize({ width: LONG_SIDE_PIXELS, height: LONG_SIDE_PIXELS, fit: 'inside' })
    .png(isPreview ? { compressionLevel: 3 } : flatPalette)
    .toBuffer();
}

const ornamentCache = new Map<string, JobFile>();
const MAX_CACHED_ORNAMENTS = 50;

/** Background SVG of a style, generated here because Typst would redraw it for each document. */
function createOrnament(brand: Brand, accentColor: string): JobFile | undefined {
  if (brand.certificateStyle !== 'engraved') return undefined;
  const { paper, orientation, language } = brand;
  const { width, height } = sheetSize(brand);
  const isRtl = getTextDirection(language) === 'rtl';
  const id = `${width} ${height} ${accentColor} ${isRtl}`;
  const known = ornamentCache.get(id);
  if (known !== undefined) return known;
  if (ornamentCache.size >= MAX_CACHED_ORNAMENTS) ornamentCache.clear();
  const svg = drawEngraving({ paper, orientation, accentColor, isRtl });
  const file = { id, bytes: Buffer.from(svg) };
  ornamentCache.set(id, file);
  return file;
}
