import { type CertificateDesign, readCertificateDesign, sheetSize } from '@insignia/design';
import { hashKey } from '@tanstack/react-query';
import { readDraft, saveDraft } from '../../../shared/draft.ts';

type Side = Pick<CertificateDesign, 'layers' | 'background'>;

/** A certificate with one side shown, which the editor's operations change. */
export type CertificateDocument = Side &
  Pick<CertificateDesign, 'kind' | 'paper' | 'orientation' | 'bleed' | 'safeMargin'> & {
    width: number;
    height: number;
    isBack: boolean;
    /** The side that isn't shown. Undefined if there is no back. */
    other: Side | undefined;
  };

export function openDocument(design: CertificateDesign): CertificateDocument {
  const { paper, orientation, bleed, safeMargin, back } = design;
  return {
    ...{ kind: 'certificate', paper, orientation, bleed, safeMargin },
    ...{ ...sheetSize(design), ...getSide(design), isBack: false, other: back },
  };
}

/** Equal designs, also if the service has ordered their members. */
export const isSameDesign = (one: CertificateDesign, other: CertificateDesign): boolean =>
  hashKey([one]) === hashKey([other]);

export function toDesign(document: CertificateDocument): CertificateDesign {
  const { paper, orientation, bleed, safeMargin, isBack, other } = document;
  const shown = getSide(document);
  const [front, back] = isBack && other ? [other, shown] : [shown, other];
  return {
    ...{ insigniaDesign: 1, kind: 'certificate', paper, orientation, bleed, safeMargin },
    ...{ ...front, ...(back && { back }) },
  };
}

const getSide = ({ layers, background }: Side): Side => ({
  layers,
  ...(background && { background }),
});

/** Shows the other side. */
export function turnOver(document: CertificateDocument): CertificateDocument {
  const { other, isBack } = document;
  if (!other) return document;
  const { background: _, ...sheet } = document;
  return { ...sheet, ...getSide(other), isBack: !isBack, other: getSide(document) };
}

export function changeSheet(
  document: CertificateDocument,
  change: Partial<Pick<CertificateDesign, 'paper' | 'orientation' | 'bleed' | 'safeMargin'>>,
): CertificateDocument {
  const sheet = { ...document, ...change };
  return { ...sheet, ...sheetSize(sheet) };
}

/** Without members that are undefined, which the service would refuse. */
export function changeBackground(
  document: CertificateDocument,
  change: Partial<NonNullable<Side['background']>>,
): CertificateDocument {
  const { background, ...sheet } = document;
  const members = Object.entries({ ...background, ...change }).filter(
    ([, value]) => value !== undefined,
  );
  return members.length === 0
    ? sheet
    : { ...sheet, background: Object.fromEntries(members) as Side['background'] };
}

export const hasBack = ({ isBack, other }: CertificateDocument): boolean =>
  isBack || other !== undefined;

type InvalidLayer = { id: string; isBack: boolean };

/** Layers that the service would refuse. */
export function findInvalidLayers(design: CertificateDesign): InvalidLayer[] {
  const read = readCertificateDesign(design);
  if ('design' in read) return [];
  const found = read.errors.flatMap(({ path }) => {
    const [, back, at] = /^(back\.)?layers\.(\d+)/.exec(path) ?? [];
    const layers = back ? design.back?.layers : design.layers;
    const id = layers?.[Number(at)]?.id;
    return id === undefined ? [] : [{ id, isBack: back !== undefined }];
  });
  return found.filter(({ id }, at) => found.findIndex((each) => each.id === id) === at);
}

type DesignDraft = { design: string };

/** A draft survives a reload, with the version that it changes. */
export function saveDesignDraft(name: string, design: CertificateDesign, etag: string): void {
  const values = { design: JSON.stringify(design) };
  saveDraft<DesignDraft>(name, { values, key: name, from: { initial: { design: '' }, etag } });
}

export function readDesignDraft(
  name: string,
): { design: CertificateDesign; etag: string } | undefined {
  const draft = readDraft<DesignDraft>(name, { design: '' });
  try {
    const design = JSON.parse(draft?.values.design ?? '') as CertificateDesign;
    // An invalid layer is no reason to lose the others.
    const isReadable = Array.isArray(design.layers) && draft?.from !== undefined;
    return isReadable ? { design, etag: draft.from?.etag ?? '' } : undefined;
  } catch {
    return undefined;
  }
}
