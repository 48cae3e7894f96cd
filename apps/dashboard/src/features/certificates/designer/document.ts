import {
  type CertificateDesign,
  cardSize,
  type DesignSides,
  type IssuerDesign,
  readIssuerDesign,
  sheetSize,
} from '@insignia/design';
import { hashKey } from '@tanstack/react-query';
import { readDraft, saveDraft } from '../../../shared/draft.ts';

type Side = Pick<CertificateDesign, 'layers' | 'background'>;

type Sheet = Pick<CertificateDesign, 'paper' | 'orientation' | 'bleed' | 'safeMargin'>;

/** A certificate with one side shown, or a share card, which the editor's operations change. */
export type CertificateDocument = Side & {
  kind: IssuerDesign['kind'];
  /** Paper and margins. Undefined for a card, whose lengths are pixels. */
  sheet: Sheet | undefined;
  width: number;
  height: number;
  isBack: boolean;
  /** The side that isn't shown. Undefined if there is no back. */
  other: Side | undefined;
};

export function openDocument(design: IssuerDesign): CertificateDocument {
  const front = { kind: design.kind, ...getSide(design), isBack: false };
  if (design.kind === 'card') return { ...front, ...cardSize, sheet: undefined, other: undefined };
  const { paper, orientation, bleed, safeMargin, back } = design;
  const sheet = { paper, orientation, bleed, safeMargin };
  return { ...front, ...sheetSize(design), sheet, other: back };
}

/** Equal designs, also if the service has ordered their members. */
export const isSameDesign = (one: IssuerDesign, other: IssuerDesign): boolean =>
  hashKey([one]) === hashKey([other]);

export function toDesign(document: CertificateDocument): IssuerDesign {
  const { sheet, isBack, other } = document;
  const shown = getSide(document);
  if (!sheet) return { insigniaDesign: 1, kind: 'card', ...shown };
  const [front, back] = isBack && other ? [other, shown] : [shown, other];
  return { insigniaDesign: 1, kind: 'certificate', ...sheet, ...front, ...(back && { back }) };
}

const getSide = ({ layers, background }: Side): Side => ({
  layers,
  ...(background && { background }),
});

/** Shows the other side. */
export function turnOver(document: CertificateDocument): CertificateDocument {
  const { other, isBack } = document;
  if (!other) return document;
  const { background: _, ...shared } = document;
  return { ...shared, ...getSide(other), isBack: !isBack, other: getSide(document) };
}

export function changeSheet(
  document: CertificateDocument,
  change: Partial<Sheet>,
): CertificateDocument {
  if (!document.sheet) return document;
  const sheet = { ...document.sheet, ...change };
  return { ...document, sheet, ...sheetSize(sheet) };
}

/** Without members that are undefined, which the service would refuse. */
export function changeBackground(
  document: CertificateDocument,
  change: Partial<NonNullable<Side['background']>>,
): CertificateDocument {
  const { background, ...others } = document;
  const members = Object.entries({ ...background, ...change }).filter(
    ([, value]) => value !== undefined,
  );
  return members.length === 0
    ? others
    : { ...others, background: Object.fromEntries(members) as Side['background'] };
}

export const hasBack = ({ isBack, other }: CertificateDocument): boolean =>
  isBack || other !== undefined;

type InvalidLayer = { id: string; isBack: boolean };

/** The layer that the path of an error names, if any. */
export function findLayer(design: DesignSides, path = ''): InvalidLayer[] {
  const [, back, at] = /^(back\.)?layers\.(\d+)/.exec(path) ?? [];
  const layers = back ? design.back?.layers : design.layers;
  const id = layers?.[Number(at)]?.id;
  return id === undefined ? [] : [{ id, isBack: back !== undefined }];
}

/** Layers that the service would refuse. */
export function findInvalidLayers(design: IssuerDesign): InvalidLayer[] {
  const read = readIssuerDesign(design);
  if ('design' in read) return [];
  const found = read.errors.flatMap(({ path }) => findLayer(design, path));
  return found.filter(({ id }, at) => found.findIndex((each) => each.id === id) === at);
}

type DesignDraft = { design: string };

/** A draft survives a reload, with the version that it changes. */
export function saveDesignDraft(name: string, design: IssuerDesign, etag: string): void {
  const values = { design: JSON.stringify(design) };
  saveDraft<DesignDraft>(name, { values, key: name, from: { initial: { design: '' }, etag } });
}

export function readDesignDraft(name: string): { design: IssuerDesign; etag: string } | undefined {
  const draft = readDraft<DesignDraft>(name, { design: '' });
  try {
    const design = JSON.parse(draft?.values.design ?? '') as IssuerDesign;
    // An invalid layer is no reason to lose the others.
    const isReadable = Array.isArray(design.layers) && draft?.from !== undefined;
    return isReadable ? { design, etag: draft.from?.etag ?? '' } : undefined;
  } catch {
    return undefined;
  }
}
