import type { CertificateLayer } from '@insignia/design';
import { getBoundingBox } from '@insignia/design/edit';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { AddPicture } from '../../../shared/designer/add-picture.tsx';
import { ArrangePanel } from '../../../shared/designer/arrange.tsx';
import { useDesign, useDesigner, useSelectedLayers } from '../../../shared/designer/context.ts';
import classes from '../../../shared/designer/fields.module.css';
import { NumberField, PanelSection, SelectField } from '../../../shared/designer/fields.tsx';
import { ColorField, Swatches } from '../../../shared/designer/paint-field.tsx';
import panel from '../../../shared/designer/panel.module.css';
import { PlaceFields, PropertiesPanel } from '../../../shared/designer/properties-panel.tsx';
import { ShapeFields } from '../../../shared/designer/shape-fields.tsx';
import {
  type CertificateDocument,
  changeBackground,
  changeSheet,
  hasBack,
  turnOver,
} from './document.ts';
import { ConditionField, FillFields, PictureFields, TextFields } from './layer-fields.tsx';
import { createShapes } from './new-layers.ts';

/** Properties of the selection, or of the page if nothing is selected. */
export function Properties() {
  const chosen = useSelectedLayers<CertificateDocument>();
  const [first, ...others] = chosen;
  return (
    <PropertiesPanel>
      {first ? (
        <>
          <ArrangePanel layers={chosen} />
          {others.length === 0 && <LayerProperties key={`one ${first.id}`} layer={first} />}
          <FillFields key={`fill ${chosen.map(({ id }) => id).join(' ')}`} layers={chosen} />
        </>
      ) : (
        <PageProperties />
      )}
    </PropertiesPanel>
  );
}

function LayerProperties({ layer }: { layer: CertificateLayer }) {
  const page = useDesign<CertificateDocument>();
  return (
    <>
      {layer.type === 'text' && <TextFields layer={layer} />}
      <PlaceFields layer={layer} />
      {layer.type === 'text' && <MarginHint layer={layer} />}
      {layer.type === 'shape' && <ShapeFields layer={layer} shapes={createShapes(page)} />}
      {(layer.type === 'picture' || layer.type === 'logo' || layer.type === 'signature') && (
        <PictureFields layer={layer} />
      )}
      <ConditionField layer={layer} />
    </>
  );
}

/** Printers may cut what is outside the safe margin. */
function MarginHint({ layer }: { layer: CertificateLayer }) {
  const { width, height, sheet } = useDesign<CertificateDocument>();
  if (!sheet) return null;
  const { safeMargin } = sheet;
  const box = getBoundingBox(layer);
  const isInside =
    box.x >= safeMargin &&
    box.y >= safeMargin &&
    box.x + box.width <= width - safeMargin &&
    box.y + box.height <= height - safeMargin;
  if (isInside) return null;
  return (
    <p className={classes.hint} role="note">
      {t('certificates.outside')}
    </p>
  );
}

function PageProperties() {
  const document = useDesign<CertificateDocument>();
  return (
    <>
      {document.sheet ? (
        <SheetFields sheet={document.sheet} />
      ) : (
        <PanelSection title={t('certificates.kind.card')}>
          <p className="fine">{t('certificates.card.size')}</p>
        </PanelSection>
      )}
      <BackgroundFields />
      {hasBack(document) && <RemoveBack />}
    </>
  );
}

function SheetFields({ sheet }: { sheet: NonNullable<CertificateDocument['sheet']> }) {
  const { change } = useDesigner<CertificateDocument>();
  const { paper, orientation, bleed, safeMargin } = sheet;
  return (
    <PanelSection title={t('certificates.sheet')}>
      <SelectField
        label={t('certificates.paper')}
        value={paper}
        options={(['a4', 'letter'] as const).map((value) => ({
          value,
          label: t(`certificates.paper.${value}`),
        }))}
        set={(value) => change((before) => changeSheet(before, { paper: value }))}
      />
      <SelectField
        label={t('certificates.orientation')}
        value={orientation}
        options={(['landscape', 'portrait'] as const).map((value) => ({
          value,
          label: t(`certificates.orientation.${value}`),
        }))}
        set={(value) => change((before) => changeSheet(before, { orientation: value }))}
      />
      <NumberField
        label={t('certificates.bleed')}
        value={bleed}
        min={0}
        max={10}
        set={(value, within) => change((before) => changeSheet(before, { bleed: value }), within)}
      />
      <NumberField
        label={t('certificates.safeMargin')}
        value={safeMargin}
        min={0}
        max={40}
        set={(value, within) =>
          change((before) => changeSheet(before, { safeMargin: value }), within)
        }
      />
    </PanelSection>
  );
}

function BackgroundFields() {
  const { change } = useDesigner<CertificateDocument>();
  const { background, sheet } = useDesign<CertificateDocument>();
  return (
    <PanelSection title={tDesign('design.background')}>
      <div className={classes.color}>
        <ColorField
          label={tDesign('design.background')}
          value={background?.color}
          set={(color, within) => change((before) => changeBackground(before, { color }), within)}
        />
      </div>
      <Swatches
        take={(color) => change((before) => changeBackground(before, { color }), 'swatch')}
      />
      <p className="fine">
        {t(sheet ? 'certificates.background.hint' : 'certificates.background.hint.card')}
      </p>
      <AddPicture
        use="background"
        label={t(
          background?.picture ? 'certificates.background.replace' : 'certificates.background.add',
        )}
        onAdded={({ picture }) => change((before) => changeBackground(before, { picture }))}
      />
      {background?.picture && (
        <button
          type="button"
          className={panel.plain}
          onClick={() => change((before) => changeBackground(before, { picture: undefined }))}
        >
          {t('certificates.background.remove')}
        </button>
      )}
    </PanelSection>
  );
}

/** Undo brings the back again. */
function RemoveBack() {
  const { change } = useDesigner<CertificateDocument>();
  const remove = (before: CertificateDocument): CertificateDocument => ({
    ...(before.isBack ? turnOver(before) : before),
    other: undefined,
  });
  return (
    <PanelSection title={t('certificates.side')}>
      <button type="button" className={panel.plain} onClick={() => change(remove)}>
        {t('certificates.side.remove')}
      </button>
    </PanelSection>
  );
}
