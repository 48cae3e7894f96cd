import {
  type CertificateLayer,
  type CertificateShape,
  certificateShapePath,
} from '@insignia/design';
import { Menu } from '@mantine/core';
import {
  IconBraces,
  IconBuildingBank,
  IconHexagon,
  IconQrcode,
  IconSignature,
  IconSquare,
  IconTextSize,
} from '@tabler/icons-react';
import { useCallback } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { type AddedPicture, AddPicture } from '../../../shared/designer/add-picture.tsx';
import { useDesign, useDesigner } from '../../../shared/designer/context.ts';
import classes from '../../../shared/designer/panel.module.css';
import { ShapeButton, ShapePicker } from '../../../shared/designer/shape-fields.tsx';
import { useLayerActions } from '../../../shared/designer/use-layer-actions.ts';
import own from './designer.module.css';
import { type CertificateDocument, hasBack, turnOver } from './document.ts';
import { createFilled, createPicture, createShape, createText } from './new-layers.ts';
import { usePlaceholders } from './placeholders.ts';

const filled = [
  { type: 'qr', icon: IconQrcode },
  { type: 'badge', icon: IconHexagon },
  { type: 'signature', icon: IconSignature },
  { type: 'logo', icon: IconBuildingBank },
] as const;

/** Coarse enough for a small button. */
const ornaments: readonly CertificateShape[] = [
  { kind: 'frame', notch: 28 },
  { kind: 'fleuron' },
  { kind: 'guilloche', band: 40 },
  { kind: 'rosette', petals: 8, strands: 2, rings: [{ radius: 0.65, swing: 0.35 }] },
];

/** Adds text, placeholders, shapes and pictures to the shown side. */
export function AddLayer() {
  const { store, color } = useDesigner<CertificateDocument>();
  const { sheet } = useDesign<CertificateDocument>();
  const { add } = useLayerActions();
  const addNew = useCallback(
    (create: (page: CertificateDocument) => CertificateLayer) =>
      add([create(store.getState().design)]),
    [add, store],
  );
  const addText = (text: string) => addNew((page) => createText(page, { name: '' }, text));
  const addShape = (kind: CertificateShape['kind']) =>
    addNew((page) => createShape(page, { name: tDesign(`design.shape.${kind}`) }, kind, color));
  const addPicture = useCallback(
    ({ picture, name, ...size }: AddedPicture) =>
      addNew((page) => createPicture(page, { name }, picture, size)),
    [addNew],
  );
  return (
    <section className={classes.add} aria-label={tDesign('design.add')}>
      {sheet && <SideSwitch />}
      <div className={classes.pairs}>
        <PlaceholderMenu add={addText} />
        <button
          type="button"
          className={classes.plain}
          onClick={() => addText(tDesign('design.text.new'))}
        >
          <IconTextSize size={17} stroke={1.6} aria-hidden />
          {tDesign('design.addText')}
        </button>
        <button type="button" className={classes.plain} onClick={() => addShape('rectangle')}>
          <IconSquare size={17} stroke={1.6} aria-hidden />
          {tDesign('design.addShape')}
        </button>
        {filled.map(({ type, icon: Sign }) => (
          <button
            key={type}
            type="button"
            className={classes.plain}
            onClick={() => addNew((page) => createFilled(page, type))}
          >
            <Sign size={17} stroke={1.6} aria-hidden />
            {t(`certificates.add.${type}`)}
          </button>
        ))}
        <AddPicture label={tDesign('design.addPicture')} hasDrop onAdded={addPicture} />
      </div>
      <ShapePicker add={addShape}>
        {ornaments.map((shape) => (
          <ShapeButton key={shape.kind} kind={shape.kind} add={() => addShape(shape.kind)}>
            <path
              className={shape.kind === 'fleuron' ? undefined : own.line}
              d={certificateShapePath(shape, 96, 96)}
              transform="translate(2 2)"
            />
          </ShapeButton>
        ))}
      </ShapePicker>
    </section>
  );
}

function PlaceholderMenu({ add }: { add: (text: string) => void }) {
  const placeholders = usePlaceholders();
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className={`${classes.plain} ${own.wide}`}>
          <IconBraces size={17} stroke={1.6} aria-hidden />
          {t('certificates.add.placeholder')}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {placeholders.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => add(`{{${value}}}`)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Chooses the side to edit, or adds a back. */
function SideSwitch() {
  const { change, show } = useDesigner<CertificateDocument>();
  const document = useDesign<CertificateDocument>();
  const addBack = () => {
    change((before) => ({ ...before, other: { layers: [] } }));
    show(turnOver);
  };
  if (!hasBack(document))
    return (
      <div className={own.sides}>
        <button type="button" onClick={addBack}>
          {t('certificates.side.add')}
        </button>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set belongs to a form
    <div className={own.sides} role="group" aria-label={t('certificates.side')}>
      {[false, true].map((isBack) => (
        <button
          key={String(isBack)}
          type="button"
          aria-pressed={document.isBack === isBack}
          onClick={() => document.isBack !== isBack && show(turnOver)}
        >
          {t(isBack ? 'certificates.side.back' : 'certificates.side.front')}
        </button>
      ))}
    </div>
  );
}
