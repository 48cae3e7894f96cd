import {
  type AlignSide,
  alignLayers,
  distributeLayers,
  type EditableLayer,
  orderLayers,
} from '@insignia/design/edit';
import {
  IconArrowBarBoth,
  IconLayersSubtract,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconStackBack,
  IconStackBackward,
  IconStackForward,
  IconStackFront,
} from '@tabler/icons-react';
import { t } from '../../messages/en/design.ts';
import { useDesigner } from './context.ts';
import classes from './fields.module.css';
import { PanelSection } from './fields.tsx';
import { ToolButton } from './tool-button.tsx';
import { useLayerActions } from './use-layer-actions.ts';

const sides: [AlignSide, typeof IconLayoutAlignLeft][] = [
  ['left', IconLayoutAlignLeft],
  ['center', IconLayoutAlignCenter],
  ['right', IconLayoutAlignRight],
  ['top', IconLayoutAlignTop],
  ['middle', IconLayoutAlignMiddle],
  ['bottom', IconLayoutAlignBottom],
];
const orders = [
  ['front', IconStackFront, 'Ctrl+Shift+]'],
  ['forward', IconStackForward, 'Ctrl+]'],
  ['backward', IconStackBackward, 'Ctrl+['],
  ['back', IconStackBack, 'Ctrl+Shift+['],
] as const;

/** Aligns, distributes and orders layers. */
export function ArrangePanel({ layers }: { layers: readonly EditableLayer[] }) {
  const { change, nameLayer } = useDesigner();
  const [first] = layers;
  const acts = useLayerActions();
  const ids = layers.map(({ id }) => id);
  const isGroup = layers.some(({ group }) => group !== undefined);
  return (
    <PanelSection
      title={
        layers.length === 1 && first
          ? nameLayer(first)
          : t('design.several', { count: layers.length })
      }
    >
      <div className={classes.buttons} role="toolbar" aria-label={t('design.arrange')}>
        {sides.map(([side, icon]) => (
          <ToolButton
            key={side}
            label={t(`design.side.${side}`)}
            icon={icon}
            act={() => change((design) => alignLayers(design, ids, side))}
          />
        ))}
        <ToolButton
          label={t('design.distribute.x')}
          icon={IconLayoutDistributeVertical}
          disabled={layers.length < 3}
          act={() => change((design) => distributeLayers(design, ids, 'x'))}
        />
        <ToolButton
          label={t('design.distribute.y')}
          icon={IconLayoutDistributeHorizontal}
          disabled={layers.length < 3}
          act={() => change((design) => distributeLayers(design, ids, 'y'))}
        />
        {orders.map(([order, icon, keys]) => (
          <ToolButton
            key={order}
            label={t(`design.order.${order}`)}
            icon={icon}
            keys={keys}
            act={() => change((design) => orderLayers(design, ids, order))}
          />
        ))}
        <ToolButton
          label={t('design.group')}
          icon={IconLayersSubtract}
          keys="Ctrl+G"
          disabled={layers.length < 2}
          act={acts.group}
        />
        <ToolButton
          label={t('design.ungroup')}
          icon={IconArrowBarBoth}
          keys="Ctrl+Shift+G"
          disabled={!isGroup}
          act={acts.ungroup}
        />
      </div>
    </PanelSection>
  );
}
