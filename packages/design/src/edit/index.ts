export {
  type Axis,
  alignLayers,
  distributeLayers,
  moveLayers,
  type Side,
  tidy,
} from './align-layers.ts';
export { type Box, boxAround, boxOf } from './box.ts';
export { colorsOf } from './colors-of.ts';
export { colorOf, groundOf } from './ground-of.ts';
export {
  addLayers,
  changeLayers,
  copiesBeside,
  copiesOf,
  groupLayers,
  type Ids,
  layersOf,
  removeLayers,
  ungroupLayers,
  withGroups,
} from './layers.ts';
export {
  emptyDesign,
  newCircleText,
  newIcon,
  newPicture,
  newShape,
  newText,
  shapes,
} from './new-layer.ts';
export { type Order, orderLayers } from './order-layers.ts';
export { type Guide, type Snapped, snapBox } from './snap.ts';
