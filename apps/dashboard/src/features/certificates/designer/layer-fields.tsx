import {
  type CertificateLayer,
  type CertificateLayerOf,
  certificateFonts,
  certificateLimits,
  certificatePlaceholders,
  isKnownPlaceholder,
  listPlaceholders,
  type Paint,
} from '@insignia/design';
import { findBackgroundColor } from '@insignia/design/edit';
import { useId } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { useDesign, useDesigner, useEdit } from '../../../shared/designer/context.ts';
import classes from '../../../shared/designer/fields.module.css';
import {
  CheckField,
  LabeledField,
  NumberField,
  PanelSection,
  SelectField,
  TextField,
} from '../../../shared/designer/fields.tsx';
import { ColorField, PaintField, Swatches } from '../../../shared/designer/paint-field.tsx';
import { ContrastHint } from '../../../shared/designer/properties-panel.tsx';
import { StrokeFields } from '../../../shared/designer/shape-fields.tsx';
import { namePlaceholder } from '../names.ts';
import type { CertificateDocument } from './document.ts';
import { getScale } from './new-layers.ts';
import { usePlaceholders } from './placeholders.ts';

type TextLayer = CertificateLayerOf<'text'>;
const alignments = ['left', 'center', 'right'] as const;
const { text: maxLength } = certificateLimits;

export function TextFields({ layer }: { layer: TextLayer }) {
  const edit = useEdit([layer]);
  const { unit } = useDesigner();
  const { sheet } = useDesign<CertificateDocument>();
  // The only weight and style of this font.
  const isFixed = layer.font === 'Cormorant Garamond';
  return (
    <>
      <PanelSection title={tDesign('design.text')}>
        <WordsField layer={layer} />
        <SelectField
          label={t('certificates.fit')}
          value={layer.fit}
          options={(['shrink', 'wrap'] as const).map((value) => ({
            value,
            label: t(`certificates.fit.${value}`),
          }))}
          set={(fit) => edit({ fit })}
        />
        <CheckField
          label={t('certificates.hideWhenEmpty')}
          value={layer.hideWhenEmpty}
          set={(hideWhenEmpty) => edit({ hideWhenEmpty })}
        />
      </PanelSection>
      <PanelSection title={tDesign('design.lettering')}>
        <SelectField
          label={tDesign('design.font')}
          value={layer.font}
          options={certificateFonts.map((font) => ({ value: font, label: font }))}
          set={(font) => edit({ font })}
        />
        <NumberField
          label={t(sheet ? 'certificates.size' : 'certificates.size.pixels')}
          value={layer.size}
          {...unit.fontSize}
          set={(size, within) => edit({ size }, within)}
        />
        {!isFixed && (
          <div className={classes.pairs}>
            <CheckField
              label={tDesign('design.bold')}
              value={layer.weight === 600}
              set={(isBold) => edit({ weight: isBold ? 600 : 400 })}
            />
            <CheckField
              label={t('certificates.italic')}
              value={layer.isItalic}
              set={(isItalic) => edit({ isItalic })}
            />
          </div>
        )}
        <AlignField value={layer.align} set={(align) => edit({ align })} />
        <SelectField
          label={t('certificates.valign')}
          value={layer.verticalAlign}
          options={(['top', 'middle', 'bottom'] as const).map((value) => ({
            value,
            label: t(`certificates.valign.${value}`),
          }))}
          set={(verticalAlign) => edit({ verticalAlign })}
        />
        <NumberField
          label={tDesign('design.lineHeight')}
          value={layer.lineHeight}
          min={0.8}
          max={3}
          step={0.05}
          set={(lineHeight, within) => edit({ lineHeight }, within)}
        />
        <NumberField
          label={tDesign('design.spacing')}
          value={layer.letterSpacing}
          min={-0.1}
          max={0.5}
          step={0.01}
          set={(letterSpacing, within) => edit({ letterSpacing }, within)}
        />
        {(isFixed || !layer.isItalic) && (
          <CheckField
            label={t('certificates.smallCaps')}
            value={layer.isSmallCaps ?? false}
            set={(isSmallCaps) => edit({ isSmallCaps })}
          />
        )}
        <SelectField
          label={t('certificates.figures')}
          value={layer.figures}
          options={(['lining', 'old-style'] as const).map((value) => ({
            value,
            label: t(`certificates.figures.${value}`),
          }))}
          set={(figures) => edit({ figures })}
        />
      </PanelSection>
    </>
  );
}

const none = '';

/** The words, with placeholders inserted at the cursor. */
function WordsField({ layer }: { layer: TextLayer }) {
  const edit = useEdit([layer]);
  const { endGesture, textField } = useDesigner();
  const id = useId();
  const placeholders = usePlaceholders();
  const error = findTextError(layer.text);
  const insert = (name: string) => {
    const [start, end] = [textField.current?.selectionStart, textField.current?.selectionEnd];
    const { text } = layer;
    const before = text.slice(0, start ?? text.length);
    edit({ text: `${before}{{${name}}}${text.slice(end ?? text.length)}` });
  };
  return (
    <>
      <LabeledField id={id} label={tDesign('design.text')} isTall>
        <textarea
          id={id}
          ref={textField}
          className={classes.input}
          rows={3}
          maxLength={maxLength}
          value={layer.text}
          dir="auto"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ currentTarget }) => edit({ text: currentTarget.value }, `text ${id}`)}
          onBlur={endGesture}
        />
      </LabeledField>
      {error && (
        <p className={classes.hint} id={`${id}-error`} role="note">
          {error}
        </p>
      )}
      <SelectField
        label={t('certificates.insert')}
        value={none}
        options={[{ value: none, label: t('certificates.insert.none') }, ...placeholders]}
        set={(name) => name !== none && insert(name)}
      />
    </>
  );
}

function findTextError(text: string): string | undefined {
  if (text === '') return t('certificates.text.empty');
  const unknown = listPlaceholders(text).find((name) => !isKnownPlaceholder(name));
  if (unknown !== undefined) return t('certificates.text.unknown', { name: unknown });
  const rest = text.replaceAll(/\{\{[^{}]*\}\}/g, '');
  return /\{\{|\}\}/.test(rest) ? t('certificates.text.braces') : undefined;
}

type AlignProps = {
  value: (typeof alignments)[number];
  set: (align: (typeof alignments)[number]) => void;
};

function AlignField({ value, set }: AlignProps) {
  return (
    <SelectField
      label={tDesign('design.align')}
      value={value}
      options={alignments.map((align) => ({
        value: align,
        label: t(`certificates.align.${align}`),
      }))}
      set={set}
    />
  );
}

/** Leaves the layer out of certificates in which the placeholder has no value. */
export function ConditionField({ layer }: { layer: CertificateLayer }) {
  const edit = useEdit([layer]);
  return (
    <PanelSection title={t('certificates.visibility')}>
      <SelectField
        label={t('certificates.showIf')}
        value={layer.showIf ?? none}
        options={[
          { value: none, label: t('certificates.showIf.always') },
          ...certificatePlaceholders.map((name) => ({
            value: name,
            label: t('certificates.showIf.has', { name: namePlaceholder(name) }),
          })),
        ]}
        set={(showIf) => edit({ showIf: showIf === none ? undefined : showIf })}
      />
    </PanelSection>
  );
}

type PictureLayer = CertificateLayerOf<'picture' | 'logo' | 'signature'>;

export function PictureFields({ layer }: { layer: PictureLayer }) {
  return (
    <PanelSection title={t(`certificates.type.${layer.type}`)}>
      {layer.type === 'picture' && <AlternativeText layer={layer} />}
      {layer.type === 'signature' && <SignatoryField layer={layer} />}
      {layer.type !== 'picture' && <PictureAlign layer={layer} />}
    </PanelSection>
  );
}

function AlternativeText({ layer }: { layer: CertificateLayerOf<'picture'> }) {
  const edit = useEdit([layer]);
  return (
    <TextField
      label={t('certificates.alt')}
      value={layer.alt}
      max={200}
      set={(alt, within) => edit({ alt }, within)}
    />
  );
}

function SignatoryField({ layer }: { layer: CertificateLayerOf<'signature'> }) {
  const edit = useEdit([layer]);
  return (
    <SelectField
      label={t('certificates.signatory')}
      value={String(layer.signatory)}
      options={['1', '2', '3'].map((n) => ({ value: n, label: n }))}
      set={(n) => edit({ signatory: Number(n) as 1 | 2 | 3 })}
    />
  );
}

function PictureAlign({ layer }: { layer: CertificateLayerOf<'logo' | 'signature'> }) {
  const edit = useEdit<CertificateLayerOf<'logo' | 'signature'>>([layer]);
  return <AlignField value={layer.align} set={(align) => edit({ align })} />;
}

const usualPaint = { type: 'color', color: '#221f1a' } as const satisfies Paint;

type ColoredLayer = CertificateLayerOf<'text' | 'shape'>;
const isColored = (layer: CertificateLayer): layer is ColoredLayer =>
  layer.type === 'text' || layer.type === 'shape';

/** Colors of the selected texts and shapes. Texts have one color. */
export function FillFields({ layers }: { layers: readonly CertificateLayer[] }) {
  const page = useDesign<CertificateDocument>();
  const colored = layers.filter(isColored);
  const texts = useEdit(colored.filter((layer) => layer.type === 'text'));
  const shapeLayers = colored.filter((layer) => layer.type === 'shape');
  const shapes = useEdit(shapeLayers);
  const [first] = colored;
  const [shape] = shapeLayers;
  if (!first) return null;
  const setColor = (color: string, within: string) => {
    texts({ color }, within);
    shapes({ fill: { type: 'color', color } }, within);
  };
  return (
    <>
      <PanelSection title={tDesign('design.fill')}>
        {first.type === 'text' ? (
          <div className={classes.color}>
            <ColorField label={tDesign('design.fill')} value={first.color} set={setColor} />
          </div>
        ) : (
          <PaintField
            label={tDesign('design.fill')}
            value={first.fill}
            isOptional
            set={(fill, within) => {
              if (fill?.type === 'color') texts({ color: fill.color }, within);
              shapes({ fill }, within);
            }}
          />
        )}
        <Swatches take={(color) => setColor(color, 'swatch')} />
        {layers.length === 1 && first.type === 'text' && <TextContrast layer={first} />}
      </PanelSection>
      {shape && (
        <StrokeFields
          layers={shapeLayers}
          stroke={shape.stroke}
          usual={{ paint: usualPaint, width: 0.5 * getScale(page) }}
        />
      )}
    </>
  );
}

/** Large text by WCAG 2.2, in points of a sheet, and in pixels of a card at a third of its size. */
const LARGE_TEXT = { certificate: 18, card: 72 } as const;

function TextContrast({ layer }: { layer: TextLayer }) {
  const { kind, layers, background } = useDesign<CertificateDocument>();
  const color = background?.color ?? '#ffffff';
  return (
    <ContrastHint
      paint={{ type: 'color', color: layer.color }}
      background={findBackgroundColor(
        { layers, background: background?.picture ? undefined : { type: 'color', color } },
        layer.id,
      )}
      isLarge={layer.size >= LARGE_TEXT[kind]}
    />
  );
}
