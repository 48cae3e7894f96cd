import { fold } from '@insignia/contract';
import {
  type CertificateDesign,
  type CertificateLayer,
  type CertificateLayerOf,
  type CertificateValues,
  cardSize,
  drawShapes,
  fillCertificateText,
  type IssuerDesign,
  listPlaceholders,
  measureCertificateText,
  sheetSize,
} from '@insignia/design';
import { parseMarkdown, renderPlainText } from '@insignia/markdown';
import { formatLongDate, formatNumber, getTextDirection } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type JobFile, listFontNames } from '../../platform/typeset/index.ts';
import { getPublicTexts, type PublicStatus, type PublicTexts } from '../published/index.ts';
import {
  createLabels,
  createStatusMark,
  formatResults,
  getCertificateText,
  logoFile,
  MAX_FLOW_LENGTH,
  type PrintedCredential,
  pictureFile,
  signatureFile,
  signedCopyFile,
} from './certificate-data.ts';
import { createTextFlow } from './flow.ts';
import { createPrintQr, noQr } from './qr.ts';
import { shareOut } from './share-out.ts';
import { isolateValue, removeDirections, TextSetter, toPlainText } from './text-setter.ts';

/** Graphemes of a whole certificate, so that a hostile design can't stop the typesetter. */
const MAX_TEXT = 6_000;
/** Words of these scripts are found by dictionaries. In Burmese, that takes quadratic time. */
const letterCosts = [
  { script: /\p{Script=Myanmar}/u, cost: 4 },
  { script: /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u, cost: 2 },
];
/** UTF-16 code units of its texts, before letters that can't be drawn are left out. */
const MAX_FILLED_LENGTH = 4 * MAX_TEXT;
/** Shares of the size of a layer that are tried for text that doesn't fit. */
const shrinks = [1, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.52, 0.46, 0.4];
/** Points are pixels of a card. */
const MM_PER_POINT = 25.4 / 72;
/** Notes on a card, which is shown at a third of its size. */
const CARD_NOTE_SCALE = 2.5;
// Cap height of the fonts, which Typst's leading doesn't include.
const CAP_HEIGHT = 0.67;

/** Template data of a design, with generated files. The caller adds the pictures that it names. */
type DesignData = { data: string; files: Record<string, JobFile>; isWhole: boolean };

export const designPictureFile = (cid: string): string => `design-${cid}`;
export const backgroundFile = (cid: string): string => `background-${cid}`;

/** `ratios` has width by height of files with a stand-in. */
type DesignLook = {
  state: PublicStatus;
  accent: string;
  bleed: number;
  isSigned: boolean;
  ratios?: ReadonlyMap<string, number>;
};

export function createDesignData(...given: Parameters<typeof createDesignFields>): DesignData {
  const { fields, ...others } = createDesignFields(...given);
  return { data: JSON.stringify(fields), ...others };
}

const getBleed = (design: IssuerDesign): number => (design.kind === 'card' ? 0 : design.bleed);

/**
 * Template data before it is text. The layers of a card are in two sides: those before the first
 * that differs between credentials, and `own`.
 */
export function createDesignFields(
  credential: PrintedCredential,
  design: IssuerDesign,
  urls: Urls,
  { state, accent, bleed, isSigned, ratios }: DesignLook,
) {
  const { id, recipientName, badgeName, issuerName, issuedOn, brand } = credential;
  const { language } = brand;
  const t = getPublicTexts(language);
  const url = urls.credentialPage(id);
  const values = createValues(credential, urls);
  const isShown = ({ hidden, showIf }: CertificateLayer): boolean =>
    !hidden && (showIf === undefined || values[showIf] !== '');
  const isCard = design.kind === 'card';
  const shown = listSides(design).map(({ background, layers }) => ({
    ...{ background, layers: layers.filter(isShown) },
  }));
  const sides = fillSides(isCard ? splitCard(shown) : shown, values);
  const texts = sides.flatMap((side) => side.texts);
  // A card has no space for the reason.
  const reason = state === 'revoked' && !isCard ? credential.revocationReason : null;
  const setting = new TextSetter(...texts.map(({ text }) => text), reason ?? '');
  const files: Record<string, JobFile> = {};
  const { width, height } = isCard ? cardSize : sheetSize(design);
  const size = { width: width + 2 * bleed, height: height + 2 * bleed };
  const unit = isCard ? MM_PER_POINT : 1;
  const flow = texts.find(({ layer }) => certificateText.test(layer.text))?.layer;
  const context = {
    credential,
    t,
    url,
    isCard,
    setting,
    files,
    ratios,
    size,
    unit,
    bleed,
    flow,
  };
  const fields = {
    ...{ width: size.width * unit, height: size.height * unit, bleed },
    cutOff: getBleed(design) - bleed,
    ...{ accent, lang: language, rtl: false, noteScale: isCard ? CARD_NOTE_SCALE : 1 },
    isRtlLanguage: getTextDirection(language) === 'rtl',
    title: toPlainText(`${badgeName}: ${recipientName}`),
    issuer: setting.name(issuerName, t.onItsPage),
    fonts: listFontNames(),
    date: [issuedOn.getUTCFullYear(), issuedOn.getUTCMonth() + 1, issuedOn.getUTCDate()],
    text: flow
      ? createTextFlow(parseMarkdown(getCertificateText(credential)), setting, MAX_FLOW_LENGTH)
      : null,
    sides: sides.map(({ background, layers, texts }, n) => ({
      ...convertBackground(background, ratios),
      layers: convertLayers(layers, texts, n, context),
    })),
    mark: createStatusMark(credential, state, language),
    reason: reason === null ? null : setting.words(reason, 300),
    ...{ url, qr: hasCode(sides) ? createPrintQr(url) : noQr, signatures: [] },
    signedCopy: isSigned ? signedCopyFile : null,
    isTransparent: false,
    labels: createLabels(t, { badgeName, issuerName, url }),
  };
  const { isWhole } = setting;
  const { layers = [], texts: ownTexts = [] } = sides.at(-1) ?? {};
  return { fields: { ...fields, isWhole }, files, isWhole, own: { layers, texts: ownTexts } };
}

const listSides = (design: IssuerDesign): DesignSide[] =>
  design.kind === 'card' || !design.back ? [design] : [design, design.back];

/** Values that credentials of a badge share. */
const sharedValues = [
  ...['badge_name', 'badge_description', 'certificate_text', 'issuer_name', 'hours', 'credits'],
  ...[1, 2, 3].flatMap((n) => [`signatory_${n}_name`, `signatory_${n}_title`]),
];

function splitCard(sides: readonly DesignSide[]): DesignSide[] {
  return sides.flatMap(({ background, layers }) => {
    const first = layers.findIndex(isOwn);
    const at = first === -1 ? layers.length : first;
    return [{ background, layers: layers.slice(0, at) }, { layers: layers.slice(at) }];
  });
}

/** Whether the layer differs between credentials of a badge. */
const isOwn = (layer: CertificateLayer): boolean =>
  layer.type === 'qr' ||
  (layer.type === 'text' &&
    listPlaceholders(layer.text).some((name) => !sharedValues.includes(name)));

const convertBackground = (
  background: DesignSide['background'],
  ratios: DesignLook['ratios'],
): { color: string | null; picture: { file: string; ratio: number | null } | null } => ({
  color: background?.color ?? null,
  picture: background?.picture ? nameFile(backgroundFile(background.picture), ratios) : null,
});

const nameFile = (file: string, ratios: DesignLook['ratios']) => ({
  file,
  ratio: ratios?.get(file) ?? null,
});

const hasCode = (sides: readonly DesignSide[]): boolean =>
  sides.some(({ layers }) => layers.some(({ type }) => type === 'qr'));

function createValues(credential: PrintedCredential, urls: Urls): CertificateValues {
  const { id, shortCode, recipientName, badgeName, issuerName, description } = credential;
  const { issuedOn, expires, details, credentialDetails, brand } = credential;
  const { language } = brand;
  const t = getPublicTexts(language);
  const attributes = credentialDetails?.attributes ?? [];
  const fields = new Map(attributes.toReversed().map((each) => [fold(each.name), each]));
  const [first, second, third] = brand.signatures;
  const digits = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';
  const words = (date: Date | null): string => (date ? formatLongDate(language, date) : '');
  const number = (value: number | undefined): string =>
    value === undefined ? '' : formatNumber(language, value);
  const texts: Omit<CertificateValues, 'results' | 'findField'> = {
    ...{ recipient_name: recipientName, badge_name: badgeName, issuer_name: issuerName },
    badge_description: renderPlainText(parseMarkdown(description)),
    certificate_text: renderPlainText(parseMarkdown(getCertificateText(credential))),
    ...{ issued_on: words(issuedOn), issued_on_digits: digits(issuedOn) },
    ...{ expires: words(expires), expires_digits: digits(expires) },
    dates: [
      `${t.issuedOn} ${words(issuedOn)}`,
      ...(expires ? [`${t.certificate.validUntil} ${words(expires)}`] : []),
    ].join(' · '),
    ...{ hours: number(details?.hours), credits: number(details?.credits) },
    ...{ signatory_1_name: first?.name ?? '', signatory_1_title: first?.title ?? '' },
    ...{ signatory_2_name: second?.name ?? '', signatory_2_title: second?.title ?? '' },
    ...{ signatory_3_name: third?.name ?? '', signatory_3_title: third?.title ?? '' },
    ...{ credential_id: id, credential_url: urls.credentialPage(id) },
    ...{ short_code: shortCode, short_url: urls.shortCode(shortCode) },
  };
  const plain = Object.entries(texts).map(([name, text]) => [name, removeDirections(text)]);
  return {
    ...(Object.fromEntries(plain) as typeof texts),
    results: formatResults(credential, language),
    findField: (name) => {
      const found = fields.get(fold(name));
      if (found?.type === 'date') return formatLongDate(language, new Date(found.value));
      return found && removeDirections(found.value);
    },
  };
}

// In a layer that has nothing else, the certificate text keeps its lists, links and emphasis. Only the
// first such layer does.
const certificateText = /^\s*\{\{\s*certificate_text\s*\}\}\s*$/;

/** `maxLength`: graphemes that are shown. */
export type FilledText = { layer: CertificateLayerOf<'text'>; text: string; maxLength: number };

type DesignSide = Pick<CertificateDesign, 'background' | 'layers'>;

/** Adds the texts that are shown. If they are too long together, the longest are cut. */
function fillSides(
  sides: readonly DesignSide[],
  values: CertificateValues,
): (DesignSide & { texts: FilledText[] })[] {
  // Layers that are left out take no share.
  const written = sides
    .flatMap(({ layers }) => layers.filter((layer) => layer.type === 'text'))
    .map((layer) => ({ layer, plain: removeDirections(layer.text) }))
    .map((each) => ({ ...each, ...measureCertificateText(each.plain, values) }))
    .filter(({ layer, isComplete }) => isComplete || !layer.hideWhenEmpty);
  const lengths = shareOut(
    written.map(({ length }) => length),
    MAX_FILLED_LENGTH,
  );
  const filled = written.flatMap(({ layer, plain }, n) => {
    const { text } = fillCertificateText(plain, values, lengths[n] ?? 0, isolateValue);
    const { cost = 1 } = letterCosts.find(({ script }) => script.test(text)) ?? {};
    return text.trim() === '' ? [] : [{ layer, text, cost }];
  });
  // Counts the original text: the field lacks letters that can't be drawn.
  const costs = shareOut(
    filled.map(({ text, cost }) => text.length * cost),
    MAX_TEXT,
  );
  const texts = new Map<CertificateLayer, FilledText>(
    filled.map(({ layer, text, cost }, n) => [
      layer,
      { layer, text, maxLength: Math.ceil((costs[n] ?? 0) / cost) },
    ]),
  );
  return sides.map(({ background, layers }) => ({
    ...{ background, layers, texts: layers.flatMap((layer) => texts.get(layer) ?? []) },
  }));
}

type LayerContext = {
  credential: PrintedCredential;
  t: PublicTexts;
  url: string;
  /** A card is a picture, so it needs no headings or links. */
  isCard: boolean;
  setting: TextSetter;
  files: Record<string, JobFile>;
  ratios: DesignLook['ratios'];
  /** With the bleed on each side, in units of the design. */
  size: { width: number; height: number };
  /** In millimeters. */
  unit: number;
  bleed: number;
  flow: CertificateLayerOf<'text'> | undefined;
};

/** With an empty position: how the names of all of the side begin. */
export const shapesFile = (side: number, position: number | ''): string =>
  `shapes-${side}-${position}`;

/** Adjacent shapes are one picture. */
function convertLayers(
  layers: readonly CertificateLayer[],
  filled: readonly FilledText[],
  side: number,
  context: LayerContext,
): object[] {
  const texts = new Map(filled.map((text) => [text.layer.id, text]));
  const converted: object[] = [];
  let shapes: CertificateLayerOf<'shape'>[] = [];
  const finishShapes = (): void => {
    if (shapes.length === 0) return;
    const file = shapesFile(side, converted.length);
    const svg = drawShapes(shapes, context.size);
    context.files[file] = { id: svg, bytes: Buffer.from(svg) };
    converted.push({ type: 'shapes', file });
    shapes = [];
  };
  for (const each of layers) {
    const layer = { ...each, x: each.x + context.bleed, y: each.y + context.bleed };
    if (layer.type === 'shape') {
      shapes.push(layer);
      continue;
    }
    const text = texts.get(layer.id);
    const shown =
      layer.type === 'text'
        ? text && convertText(layer, text, context)
        : convertPicture(layer, context);
    if (!shown) continue;
    finishShapes();
    converted.push({ ...getBox(layer, context.unit), ...shown });
  }
  finishShapes();
  return converted;
}

const getBox = ({ x, y, width, height, rotation }: CertificateLayer, unit: number) => ({
  ...{ x: x * unit, y: y * unit, width: width * unit, height: height * unit, rotation },
});

/** Left-to-right scripts whose letters hang from one line, which spacing would break. */
const joined = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u;

const names = ['recipient_name', 'badge_name', 'issuer_name'];

/** Names are never cut. */
export const hasName = ({ text }: CertificateLayerOf<'text'>): boolean =>
  listPlaceholders(text).some((name) => names.includes(name));

function convertText(
  layer: CertificateLayerOf<'text'>,
  { text, maxLength }: FilledText,
  context: LayerContext,
): object {
  const {
    font,
    weight,
    isItalic,
    isSmallCaps = false,
    figures,
    color,
    align,
    verticalAlign,
    letterSpacing,
  } = layer;
  const placeholders = listPlaceholders(layer.text);
  const isName = hasName(layer);
  const { setting, t, url, isCard } = context;
  const field = isName
    ? setting.name(text, t.onItsPage, maxLength, true)
    : setting.words(text, maxLength, true);
  return {
    ...{ type: 'text', field, font, weight, isItalic, isSmallCaps, figures },
    ...{ color, align, verticalAlign },
    letterSpacing: joined.test(text) ? 0 : letterSpacing,
    leading: Math.max(0, layer.lineHeight - CAP_HEIGHT),
    sizes:
      layer.fit === 'shrink' || isName ? shrinks.map((share) => share * layer.size) : [layer.size],
    isName,
    isFlow: layer.text === context.flow?.text && layer.id === context.flow.id,
    ...(isCard ? plain : markText(placeholders, url)),
  };
}

const plain = { heading: null, link: null };

function markText(placeholders: readonly string[], url: string) {
  const has = (...names: string[]): boolean => names.some((name) => placeholders.includes(name));
  return {
    heading: has('recipient_name') ? 1 : has('badge_name') ? 2 : null,
    link: has('credential_url', 'credential_id') ? url : null,
  };
}

function convertPicture(
  layer: Exclude<CertificateLayer, { type: 'text' | 'shape' }>,
  { credential, t, ratios }: LayerContext,
): object | undefined {
  const [type, verticalAlign, ratio] = ['picture', 'middle', null];
  switch (layer.type) {
    case 'qr':
      return { type: 'qr' };
    case 'picture':
      return {
        ...{ type, ...nameFile(designPictureFile(layer.picture), ratios) },
        ...{ align: 'center', verticalAlign },
        alt: toPlainText(layer.alt),
      };
    case 'badge':
      return {
        ...{ type, file: pictureFile, ratio, align: 'center', verticalAlign },
        alt: toPlainText(t.pictureOf(credential.badgeName)),
      };
    case 'logo':
      return credential.logoCid
        ? {
            ...{ type, file: logoFile, ratio, align: layer.align, verticalAlign },
            alt: toPlainText(t.certificate.logoOf(credential.issuerName)),
          }
        : undefined;
    case 'signature': {
      const n = layer.signatory - 1;
      const signed = credential.brand.signatures[n];
      return signed?.pictureCid
        ? {
            // The line is below the signature.
            ...{ type, file: signatureFile(n), ratio, align: layer.align, verticalAlign: 'bottom' },
            alt: toPlainText(t.certificate.signatureOf(signed.name)),
          }
        : undefined;
    }
  }
}
