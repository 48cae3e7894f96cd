import type { Design, Layer, Shadow, Stroke } from '@insignia/design';
import { defaultShapes, findBackgroundColor } from '@insignia/design/edit';
import { t } from '../../../messages/en/design.ts';
import { ArrangePanel } from '../../../shared/designer/arrange.tsx';
import {
  useDesign,
  useDesigner,
  useEdit,
  useSelectedLayers,
} from '../../../shared/designer/context.ts';
import classes from '../../../shared/designer/fields.module.css';
import { CheckField, NumberField, PanelSection } from '../../../shared/designer/fields.tsx';
import { ColorField, PaintField, Swatches } from '../../../shared/designer/paint-field.tsx';
import {
  ContrastHint,
  PlaceFields,
  PropertiesPanel,
} from '../../../shared/designer/properties-panel.tsx';
import { ShapeFields, StrokeFields } from '../../../shared/designer/shape-fields.tsx';
import { IconFields, TextFields } from './layer-fields.tsx';

/** Properties of the selection, or of the picture if nothing is selected. */
export function Properties() {
  return (
    <PropertiesPanel>
      <Fields />
    </PropertiesPanel>
  );
}

function Fields() {
  const chosen = useSelectedLayers<Design>();
  const [first, ...others] = chosen;
  if (!first) return <DesignProperties />;
  return (
    <>
      <ArrangePanel layers={chosen} />
      {others.length === 0 && <One key={`one ${first.id}`} layer={first} />}
      <Appearance key={`look ${chosen.map(({ id }) => id).join(' ')}`} layers={chosen} />
    </>
  );
}

function One({ layer }: { layer: Layer }) {
  return (
    <>
      <PlaceFields layer={layer} />
      {(layer.type === 'text' || layer.type === 'circleText') && <TextFields layer={layer} />}
      {layer.type === 'shape' && <ShapeFields layer={layer} shapes={defaultShapes} />}
      {layer.type === 'icon' && <IconFields layer={layer} />}
    </>
  );
}

/** Properties of the whole picture. */
function DesignProperties() {
  const { change } = useDesigner<Design>();
  const design = useDesign<Design>();
  const side = (member: 'width' | 'height') => (
    <NumberField
      isShort
      label={t(`design.${member}`)}
      value={design[member]}
      min={64}
      max={4_096}
      set={(value, within) =>
        change((before) => ({ ...before, [member]: Math.round(value) }), within)
      }
    />
  );
  return (
    <>
      <PanelSection title={t('design.page')}>
        <div className={classes.pairs}>
          {side('width')}
          {side('height')}
        </div>
      </PanelSection>
      <PanelSection title={t('design.background')}>
        <PaintField
          label={t('design.background')}
          value={design.background}
          isOptional
          set={(background, within) =>
            change(
              ({ background: _, ...others }) => ({ ...others, ...(background && { background }) }),
              within,
            )
          }
        />
        <Swatches
          take={(color) =>
            change((before) => ({ ...before, background: { type: 'color', color } }), 'swatch')
          }
        />
      </PanelSection>
    </>
  );
}

const defaultShadow: Shadow = { color: '#00000059', x: 0, y: 10, blur: 24 };
const defaultStroke: Stroke = { paint: { type: 'color', color: '#0d1117' }, width: 8 };

type PaintedLayer = Exclude<Layer, { type: 'picture' }>;
const isPainted = (layer: Layer): layer is PaintedLayer => layer.type !== 'picture';

/** Opacity, fill, stroke and shadow of the selected layers. */
function Appearance({ layers }: { layers: readonly Layer[] }) {
  const painted = layers.filter(isPainted);
  const edit = useEdit(layers);
  const [first] = layers;
  return (
    <>
      {painted[0] && <Fill layers={painted} first={painted[0]} />}
      <PanelSection title={t('design.look')}>
        <NumberField
          label={t('design.opacity')}
          value={(first?.opacity ?? 1) * 100}
          min={0}
          max={100}
          set={(value, within) => edit({ opacity: value / 100 }, within)}
        />
        {painted[0] && <ShadowFields layers={painted} shadow={painted[0].shadow} />}
      </PanelSection>
    </>
  );
}

function Fill({ layers, first }: { layers: readonly PaintedLayer[]; first: PaintedLayer }) {
  const icons = useEdit(layers.filter(({ type }) => type === 'icon'));
  const otherLayers = useEdit(layers.filter(({ type }) => type !== 'icon'));
  const [single] = layers.length === 1 ? layers : [];
  const stroked = layers.filter((layer) => layer.type !== 'icon');
  return (
    <>
      <PanelSection title={t('design.fill')}>
        <PaintField
          label={t('design.fill')}
          value={first.type === 'icon' ? first.color : first.fill}
          isOptional={first.type !== 'icon'}
          set={(paint, within) => {
            if (paint) icons({ color: paint }, within);
            otherLayers({ fill: paint }, within);
          }}
        />
        <Swatches
          take={(color) => {
            icons({ color: { type: 'color', color } }, 'swatch');
            otherLayers({ fill: { type: 'color', color } }, 'swatch');
          }}
        />
        {single && <LayerContrast layer={single} />}
      </PanelSection>
      {stroked[0] && (
        <StrokeFields layers={stroked} stroke={stroked[0].stroke} usual={defaultStroke} />
      )}
    </>
  );
}

function ShadowFields({
  layers,
  shadow,
}: {
  layers: readonly Layer[];
  shadow: Shadow | undefined;
}) {
  const edit = useEdit(layers as readonly PaintedLayer[]);
  const part = (name: 'x' | 'y' | 'blur', min: number, max: number) =>
    shadow && (
      <NumberField
        isShort
        label={t(`design.shadow.${name}`)}
        value={shadow[name]}
        min={min}
        max={max}
        set={(value, within) => edit({ shadow: { ...shadow, [name]: value } }, within)}
      />
    );
  return (
    <>
      <CheckField
        label={t('design.shadow')}
        value={shadow !== undefined}
        set={(isOn) => edit({ shadow: isOn ? defaultShadow : undefined })}
      />
      {shadow && (
        <>
          <div className={classes.color}>
            <ColorField
              label={t('design.shadow.color')}
              value={shadow.color}
              set={(color, within) => edit({ shadow: { ...shadow, color } }, within)}
            />
          </div>
          <div className={classes.pairs}>
            {part('x', -500, 500)}
            {part('y', -500, 500)}
            {part('blur', 0, 200)}
          </div>
        </>
      )}
    </>
  );
}

/** Warns about low contrast. */
function LayerContrast({ layer }: { layer: Layer }) {
  const design = useDesign<Design>();
  if (layer.type === 'shape' || layer.type === 'picture') return null;
  return (
    <ContrastHint
      paint={layer.type === 'icon' ? layer.color : layer.fill}
      background={findBackgroundColor(design, layer.id)}
      // 24 units are 3 pixels at 128 pixels.
      isLarge={layer.type === 'icon' || layer.size >= 72}
    />
  );
}
