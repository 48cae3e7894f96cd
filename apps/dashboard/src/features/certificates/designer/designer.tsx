import {
  type CertificateLayer,
  cardLimits,
  certificateLimits,
  createDrawableSide,
  type DesignExcess,
  type DesignSides,
  findExcess,
  type IssuerDesign,
  readIssuerDesign,
} from '@insignia/design';
import { type Box, getMainColor } from '@insignia/design/edit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { useAccount } from '../../../shared/account.ts';
import { Canvas } from '../../../shared/designer/canvas.tsx';
import {
  DesignerProvider,
  type DesignerSettings,
  useDesign,
  useDesigner,
} from '../../../shared/designer/context.ts';
import { createDesignStore } from '../../../shared/designer/design-state.ts';
import { DesignerFrame } from '../../../shared/designer/frame.tsx';
import { Layers } from '../../../shared/designer/layers.tsx';
import { listPictures, usePictures } from '../../../shared/designer/pictures.ts';
import {
  type DesignRenderer,
  startDesignRenderer,
  useDrawing,
} from '../../../shared/designer/renderer.ts';
import { isSaving } from '../../../shared/designer/save-state.ts';
import type { DesignSave } from '../../../shared/designer/use-design-save.ts';
import { createLazyPart } from '../../../shared/lazy-part.tsx';
import { isTransient } from '../../../shared/problem.ts';
import { namePlaceholder } from '../names.ts';
import { certificateIssuedQuery } from '../queries.ts';
import { AddLayer } from './add-layer.tsx';
import {
  type CertificateDocument,
  findInvalidLayers,
  findLayer,
  isSameDesign,
  openDocument,
  toDesign,
  turnOver,
} from './document.ts';
import { DesignNotices, SaveDialog } from './notices.tsx';
import { CustomFields, useSampleValues } from './placeholders.ts';
import { Properties } from './properties.tsx';
import { SheetBackground, SheetMargins } from './sheet.tsx';

const LazyPreview = createLazyPart(async () => (await import('./preview.tsx')).DesignPreview);

/** `applyToIssued`: whether issued credentials get the design too. */
export type FinishedCertificate = { design: IssuerDesign; applyToIssued: boolean };
type Props = {
  issuerId: string;
  certificateId: string;
  initial: IssuerDesign;
  /** The design at the service when the designer opened. */
  stored: IssuerDesign;
  /** Accent color of the brand. */
  color: string;
  /** Breadcrumb and heading. */
  head: ReactNode;
  saving: DesignSave<FinishedCertificate>;
};

type Settings = Omit<DesignerSettings<CertificateDocument>, 'color'>;

const settings: Record<IssuerDesign['kind'], Settings> = {
  certificate: {
    ...{ listColors, nameLayer, listFrames },
    clipboard: createClipboard('insignia.certificate-layers', {
      ...{ kind: 'certificate', paper: 'a4', orientation: 'portrait' },
    }),
    unit: {
      ...{ pixels: 96 / 25.4, aside: 5, smallest: 1, title: t('certificates.place') },
      ...{ minSide: certificateLimits.size.min, fontSize: certificateLimits.fontSize },
      maxStroke: certificateLimits.strokeWidth,
    },
  },
  card: {
    ...{ listColors, nameLayer },
    clipboard: createClipboard('insignia.card-layers', { kind: 'card' }),
    unit: {
      ...{ pixels: 1, aside: 24, smallest: 4, title: t('certificates.place.pixels') },
      ...{ minSide: cardLimits.size.min, fontSize: cardLimits.fontSize },
      maxStroke: cardLimits.strokeWidth,
    },
  },
};

/**
 * The layer editor for certificates and share cards. The document is the source of truth; the canvas
 * shows it.
 */
export function CertificateDesigner({ initial, color, ...frame }: Props) {
  const [store] = useState(() => createDesignStore(openDocument(initial)));
  const [drawer, setDrawer] = useState<DesignRenderer>();
  useEffect(() => {
    const started = startDesignRenderer();
    setDrawer(started);
    return () => started.end();
  }, []);
  const textField = useRef<HTMLTextAreaElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const designer = useMemo(
    () => ({ ...store, ...settings[initial.kind], color, textField, stage }),
    [store, initial.kind, color],
  );
  if (!drawer) return null;
  return (
    <DesignerProvider value={designer}>
      <Frame {...frame} drawer={drawer} />
    </DesignerProvider>
  );
}

type FrameProps = Omit<Props, 'initial' | 'color'> & { drawer: DesignRenderer };

function Frame({ issuerId, certificateId, stored, head, saving, drawer }: FrameProps) {
  const { store, select, show } = useDesigner<CertificateDocument>();
  const document = useDesign<CertificateDocument>();
  const values = useSampleValues(issuerId);
  const { kind, background, sheet } = document;
  const drawable = useMemo(
    () => createDrawableSide(kind, document, values),
    [kind, document, values],
  );
  const { drawing, failed, isSlow } = useDrawing(drawer, drawable);
  const own = [...listPictures(document), ...(background?.picture ? [background.picture] : [])];
  const { pictures: loaded, lostPictures } = usePictures(own);
  const pictures = useMemo(
    () => new Map([...loaded, ...values.pictures]),
    [loaded, values.pictures],
  );
  const [isPreviewing, setPreviewing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { data: issued } = useQuery(certificateIssuedQuery(useAccount(), issuerId, certificateId));
  const [invalidNames, setInvalidNames] = useState<readonly string[]>([]);
  const [excess, setExcess] = useState<DesignExcess>();
  const { state, change } = saving;
  const { saved, current } = state;
  // Undo and turning the sheet over create the saved design again.
  const reuseSaved = useCallback(
    (design: IssuerDesign) => (saved && isSameDesign(saved, design) ? saved : design),
    [saved],
  );

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.design === before.design) return;
        setInvalidNames([]);
        setExcess(undefined);
        change(reuseSaved(toDesign(now.design)));
      }),
    [store, change, reuseSaved],
  );

  /** Shows what the service would refuse. */
  const isValid = () => {
    const shown = store.getState().design;
    const design = toDesign(shown);
    const sides: DesignSides = design;
    const unreadable = findInvalidLayers(design);
    const exceeded = unreadable.length > 0 ? undefined : findExcess(design, saved ?? stored);
    setExcess(exceeded);
    const invalid = [...unreadable, ...findLayer(design, exceeded?.path)];
    const [first] = invalid;
    setInvalidNames(
      invalid.map(({ id, isBack }) => {
        const layers = isBack ? sides.back?.layers : sides.layers;
        const layer = layers?.find((each) => each.id === id);
        return layer ? nameLayer(layer) : id;
      }),
    );
    if (!first) return exceeded === undefined;
    if (first.isBack !== shown.isBack) show(turnOver);
    select([first.id]);
    return false;
  };
  const send = (applyToIssued: boolean) =>
    void saving.save(async () => {
      const design = toDesign(store.getState().design);
      // Another object would count as unsaved.
      return { design: isSameDesign(current, design) ? current : design, applyToIssued };
    });
  const save = () => {
    if (isSaving(state) || state.phase.name === 'conflict' || !isValid()) return;
    if (issued?.count) setAsking(true);
    else send(false);
  };
  return (
    <CustomFields value={values.customFields}>
      <DesignerFrame
        head={head}
        notices={
          <DesignNotices
            invalidNames={invalidNames}
            excess={excess}
            failed={failed}
            lostPictures={lostPictures}
            phase={state.phase}
          />
        }
        start={
          <>
            <AddLayer />
            <Layers />
          </>
        }
        canvas={
          <Canvas
            label={nameSide(document)}
            hint={t(sheet ? 'certificates.canvas.hint' : 'certificates.canvas.hint.card')}
            drawn={drawing?.layers ?? []}
            pictures={pictures}
            isSlow={isSlow}
            hasMargins
            isOnPaper
            bleed={sheet?.bleed ?? 0}
            renderBackground={() => <SheetBackground document={document} pictures={pictures} />}
            renderMargins={
              sheet &&
              ((colors, line) => (
                <SheetMargins document={{ ...document, sheet }} color={colors.guide} line={line} />
              ))
            }
          />
        }
        properties={<Properties />}
        saving={saving}
        save={save}
        preview={() => isValid() && setPreviewing(true)}
        isAway={isTransient(failed)}
      >
        {isPreviewing && (
          <LazyPreview
            issuerId={issuerId}
            design={toDesign(document)}
            close={() => setPreviewing(false)}
          />
        )}
        {isAsking && (
          <SaveDialog
            issuerId={issuerId}
            certificateId={certificateId}
            close={() => setAsking(false)}
            save={send}
          />
        )}
      </DesignerFrame>
    </CustomFields>
  );
}

function nameSide({ sheet, isBack }: CertificateDocument): string {
  if (!sheet) return t('certificates.kind.card');
  return t(isBack ? 'certificates.canvas.back' : 'certificates.canvas.front');
}

const MAX_NAME_LENGTH = 40;

/** Edges to which layers snap: the safe margin, and the edge of the bleed. */
function listFrames({ sheet, width, height }: CertificateDocument): Box[] {
  const { safeMargin = 0, bleed = 0 } = sheet ?? {};
  const insets = [safeMargin, -bleed].filter((inset) => inset !== 0);
  return insets.map((inset) => ({
    ...{ x: inset, y: inset },
    ...{ width: width - 2 * inset, height: height - 2 * inset },
  }));
}

/** A text without a name is called by its words. */
function nameLayer(layer: CertificateLayer): string {
  if (layer.name) return layer.name;
  if (layer.type === 'shape') return tDesign(`design.shape.${layer.shape.kind}`);
  if (layer.type !== 'text') return t(`certificates.type.${layer.type}`);
  const words = layer.text
    .replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) => namePlaceholder(name.trim()))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (words === '') return t('certificates.type.text');
  return words.length > MAX_NAME_LENGTH ? `${words.slice(0, MAX_NAME_LENGTH)}…` : words;
}

/** Most used first. */
function listColors({ layers, background }: CertificateDocument): string[] {
  const colors = layers.flatMap((layer) => {
    if (layer.type === 'text') return [layer.color];
    if (layer.type !== 'shape') return [];
    return [layer.fill, layer.stroke?.paint].flatMap((paint) => (paint ? getMainColor(paint) : []));
  });
  const counts = new Map<string, number>();
  for (const color of [...colors, ...(background?.color ? [background.color] : [])]) {
    const plain = color.slice(0, 7).toLowerCase();
    counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
}

/** Layers copied from another design of the same kind. Others are ignored. */
function createClipboard(key: string, page: object): Settings['clipboard'] {
  return {
    key,
    write: (layers) => JSON.stringify(layers),
    read: (text) => {
      try {
        const layers: unknown = JSON.parse(text);
        const read = readIssuerDesign({ insigniaDesign: 1, ...page, layers });
        return 'design' in read ? read.design.layers : [];
      } catch {
        return [];
      }
    },
  };
}
