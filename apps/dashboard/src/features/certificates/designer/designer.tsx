import {
  type CertificateDesign,
  type CertificateLayer,
  certificateLimits,
  createDrawableSide,
  readCertificateDesign,
} from '@insignia/design';
import { getMainColor } from '@insignia/design/edit';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../messages/en/certificates.ts';
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
import type { DesignSave } from '../../../shared/designer/use-design-save.ts';
import { createLazyPart } from '../../../shared/lazy-part.tsx';
import { isTransient } from '../../../shared/problem.ts';
import { namePlaceholder } from '../names.ts';
import { AddLayer } from './add-layer.tsx';
import {
  type CertificateDocument,
  findInvalidLayers,
  isSameDesign,
  openDocument,
  toDesign,
  turnOver,
} from './document.ts';
import { DesignNotices } from './notices.tsx';
import { Properties } from './properties.tsx';
import { SheetBackground, SheetMargins } from './sheet.tsx';
import { useSampleValues } from './values.ts';

const LazyPreview = createLazyPart(async () => (await import('./preview.tsx')).DesignPreview);

export type FinishedCertificate = { design: CertificateDesign };
type Props = {
  issuerId: string;
  initial: CertificateDesign;
  /** Accent color of the brand. */
  color: string;
  /** Breadcrumb and heading. */
  head: ReactNode;
  saving: DesignSave<FinishedCertificate>;
};

const settings: Omit<DesignerSettings<CertificateDocument>, 'color'> = {
  listColors,
  nameLayer,
  clipboard: {
    key: 'insignia.certificate-layers',
    write: (layers) => JSON.stringify(layers),
    read: readLayers,
  },
  unit: {
    ...{ pixels: 96 / 25.4, aside: 5, smallest: 1 },
    ...{ minSide: certificateLimits.size.min, fontSize: certificateLimits.fontSize },
  },
};

/** The layer editor for certificates. The document is the source of truth; the canvas shows it. */
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
    () => ({ ...store, ...settings, color, textField, stage }),
    [store, color],
  );
  if (!drawer) return null;
  return (
    <DesignerProvider value={designer}>
      <Frame {...frame} drawer={drawer} />
    </DesignerProvider>
  );
}

type FrameProps = Omit<Props, 'initial' | 'color'> & { drawer: DesignRenderer };

function Frame({ issuerId, head, saving, drawer }: FrameProps) {
  const { store, select, show } = useDesigner<CertificateDocument>();
  const document = useDesign<CertificateDocument>();
  const values = useSampleValues(issuerId);
  const drawable = useMemo(() => createDrawableSide(document, values), [document, values]);
  const { drawing, failed, isSlow } = useDrawing(drawer, drawable);
  const { background, bleed } = document;
  const own = [...listPictures(document), ...(background?.picture ? [background.picture] : [])];
  const { pictures: loaded, lostPictures } = usePictures(own);
  const pictures = useMemo(
    () => new Map([...loaded, ...values.pictures]),
    [loaded, values.pictures],
  );
  const [isPreviewing, setPreviewing] = useState(false);
  const [invalidNames, setInvalidNames] = useState<readonly string[]>([]);
  const { state, change } = saving;
  const { saved } = state;
  // Undo and turning the sheet over create the saved design again.
  const reuseSaved = useCallback(
    (design: CertificateDesign) => (saved && isSameDesign(saved, design) ? saved : design),
    [saved],
  );

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.design === before.design) return;
        setInvalidNames([]);
        change(reuseSaved(toDesign(now.design)));
      }),
    [store, change, reuseSaved],
  );

  /** Shows the first layer that the service would refuse. */
  const isValid = () => {
    const shown = store.getState().design;
    const design = toDesign(shown);
    const invalid = findInvalidLayers(design);
    const [first] = invalid;
    setInvalidNames(
      invalid.map(({ id, isBack }) => {
        const layers = isBack ? design.back?.layers : design.layers;
        const layer = layers?.find((each) => each.id === id);
        return layer ? nameLayer(layer) : id;
      }),
    );
    if (!first) return true;
    if (first.isBack !== shown.isBack) show(turnOver);
    select([first.id]);
    return false;
  };
  const save = () => {
    if (isValid())
      void saving.save(async () => ({ design: reuseSaved(toDesign(store.getState().design)) }));
  };
  return (
    <DesignerFrame
      head={head}
      notices={
        <DesignNotices
          invalidNames={invalidNames}
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
          label={t(document.isBack ? 'certificates.canvas.back' : 'certificates.canvas.front')}
          hint={t('certificates.canvas.hint')}
          drawn={drawing?.layers ?? []}
          pictures={pictures}
          isSlow={isSlow}
          hasMargins
          bleed={bleed}
          renderBackground={() => <SheetBackground document={document} pictures={pictures} />}
          renderMargins={(colors, line) => (
            <SheetMargins document={document} color={colors.guide} line={line} />
          )}
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
    </DesignerFrame>
  );
}

const MAX_NAME_LENGTH = 40;

/** A text without a name is called by its words. */
function nameLayer(layer: CertificateLayer): string {
  if (layer.name) return layer.name;
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

/** Layers that another design copied. Others are ignored. */
function readLayers(text: string): readonly CertificateLayer[] {
  try {
    const layers: unknown = JSON.parse(text);
    const sheet = { insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'portrait' };
    const read = readCertificateDesign({ ...sheet, layers });
    return 'design' in read ? read.design.layers : [];
  } catch {
    return [];
  }
}
