export {
  type AlignSide,
  type Axis,
  alignLayers,
  distributeLayers,
  moveLayers,
  roundCoordinate,
} from './align-layers.ts';
export { findBackgroundColor, getMainColor } from './background-color.ts';
export { type Box, getBoundingBox, getEnclosingBox } from './box.ts';
export {
  addLayers,
  changeLayers,
  duplicateLayers,
  duplicateLayersBeside,
  expandGroups,
  findLayers,
  groupLayers,
  type LayerIds,
  removeLayers,
  ungroupLayers,
} from './layers.ts';
export { listColors } from './list-colors.ts';
export {
  createCircleText,
  createEmptyDesign,
  createIcon,
  createPicture,
  createShape,
  createText,
  defaultShapes,
} from './new-layer.ts';
export { type Order, orderLayers } from './order-layers.ts';
export { type Guide, type SnapResult, snapBox } from './snap.ts';
