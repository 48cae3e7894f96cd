import {
  contrastRatio,
  createPalette,
  type Design,
  type Layer,
  type Shape,
} from '@insignia/design';
import {
  addLayers,
  createCircleText,
  createIcon,
  createPicture,
  createShape,
  createText,
  findBackgroundColor,
} from '@insignia/design/edit';
import {
  IconBuildingBank,
  IconCircleDashedLetterA,
  IconIcons,
  IconLayoutGrid,
  IconSparkles,
  IconSquare,
  IconTextSize,
} from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { type AddedPicture, AddPicture } from '../../../shared/designer/add-picture.tsx';
import { createLayerId, useDesign } from '../../../shared/designer/context.ts';
import classes from '../../../shared/designer/panel.module.css';
import { ShapePicker } from '../../../shared/designer/shape-fields.tsx';
import { useLayerActions } from '../../../shared/designer/use-layer-actions.ts';
import { PartLoadError } from '../../../shared/lazy-part.tsx';
import { useBadgeDesigner } from './context.ts';
import { LazyIconPicker, LazyTemplateGallery, loadSurpriseModule } from './lazy-parts.ts';

/** Share of the picture's side. */
const logoShare = 0.3;
const [ink, white] = ['#1b2a41', '#ffffff'];
/** Minimum contrast of a shape against its background. */
const MIN_CONTRAST = 1.6;

/** The half of the circle without text. */
function freeSide({ layers }: Design): 'top' | 'bottom' {
  const sides = layers.flatMap((layer) => (layer.type === 'circleText' ? [layer.side] : []));
  return sides.includes('top') && !sides.includes('bottom') ? 'bottom' : 'top';
}

/** Adds text, shapes, icons, pictures or a template. */
export function AddLayer() {
  const { store, change, words } = useBadgeDesigner();
  const design = useDesign<Design>();
  const { add } = useLayerActions();
  const [open, setOpen] = useState<'icons' | 'templates'>();
  const [isUnsurprised, setUnsurprised] = useState(false);
  const findBackground = (layer: Layer) =>
    findBackgroundColor(addLayers(store.getState().design, [layer]), layer.id);
  /** Uses a color readable at its position. */
  const addReadable = (make: (color: string) => Layer) => {
    const dark = make(ink);
    const background = findBackground(dark);
    const isDark = background && contrastRatio(background, white) > contrastRatio(background, ink);
    add([isDark ? make(white) : dark]);
  };
  const named = (name: string) => ({ id: createLayerId(), name });
  /** Uses the first of the issuer's colors that is visible at its position. */
  const addShape = (kind: Shape['kind']) => {
    const { main, accent, soft } = createPalette(words.color);
    const shape = createShape(design, named(t(`design.shape.${kind}`)), kind, main);
    const background = findBackground(shape) ?? white;
    const color =
      [main, accent, soft].find((one) => contrastRatio(background, one) >= MIN_CONTRAST) ?? main;
    add([{ ...shape, fill: { type: 'color', color } }]);
  };
  const addLogo = () => {
    if (!words.logo) return;
    const { picture, ...size } = words.logo;
    add([createPicture(design, named(t('design.logo')), picture, size, logoShare)]);
  };
  const addPicture = useCallback(
    ({ picture, name, ...size }: AddedPicture) =>
      add([createPicture(store.getState().design, { id: createLayerId(), name }, picture, size)]),
    [add, store],
  );
  const surprise = async () => {
    const found = await loadSurpriseModule().catch(() => undefined);
    setUnsurprised(!found);
    if (found) change(() => found.createBadgeSurprise(words));
  };
  return (
    <section className={classes.add} aria-label={t('design.add')}>
      <div className={classes.pairs}>
        <button type="button" className={classes.plain} onClick={() => setOpen('templates')}>
          <IconLayoutGrid size={17} stroke={1.6} aria-hidden />
          {t('design.templates')}
        </button>
        <button type="button" className={classes.plain} onClick={() => void surprise()}>
          <IconSparkles size={17} stroke={1.6} aria-hidden />
          {t('design.surprise')}
        </button>
        <button
          type="button"
          className={classes.plain}
          onClick={() =>
            addReadable((color) =>
              createText(design, named(t('design.text')), t('design.text.new'), color),
            )
          }
        >
          <IconTextSize size={17} stroke={1.6} aria-hidden />
          {t('design.addText')}
        </button>
        <button type="button" className={classes.plain} onClick={() => addShape('circle')}>
          <IconSquare size={17} stroke={1.6} aria-hidden />
          {t('design.addShape')}
        </button>
        <button
          type="button"
          className={classes.plain}
          onClick={() =>
            addReadable((color) => ({
              ...createCircleText(
                design,
                named(t('design.type.circleText')),
                (words.issuer || t('design.text.new')).toUpperCase(),
                color,
              ),
              side: freeSide(design),
            }))
          }
        >
          <IconCircleDashedLetterA size={17} stroke={1.6} aria-hidden />
          {t('design.addCircle')}
        </button>
        <button type="button" className={classes.plain} onClick={() => setOpen('icons')}>
          <IconIcons size={17} stroke={1.6} aria-hidden />
          {t('design.addIcon')}
        </button>
        <AddPicture label={t('design.addPicture')} hasDrop onAdded={addPicture} />
        {words.logo && (
          <button type="button" className={classes.plain} onClick={addLogo}>
            <IconBuildingBank size={17} stroke={1.6} aria-hidden />
            {t('design.addLogo')}
          </button>
        )}
      </div>
      <ShapePicker add={addShape} />
      <div className={classes.problems}>{isUnsurprised && <PartLoadError />}</div>
      {open === 'icons' && (
        <LazyIconPicker
          close={() => setOpen(undefined)}
          take={(icon, filled) =>
            addReadable((color) => ({
              ...createIcon(design, named(t('design.icon.named', { icon })), icon, color),
              filled,
            }))
          }
        />
      )}
      {open === 'templates' && <LazyTemplateGallery close={() => setOpen(undefined)} />}
    </section>
  );
}
