export {
  type AlignSide,
  type Axis,
  alignLayers,
  distributeLayers,
  moveLayers,
  roundCoordinate,
} from './align-layers.ts';
export {
  type Box,
  type Guide,
  getBoundingBox,
  getEnclosingBox,
  type MovedEdges,
  type SnapResult,
  snapBox,
  snapEdges,
} from './box.ts';
export { findBackgroundColor, getMainColor, listColors } from './colors.ts';
export {
  documentLimits,
  type EditableLayer,
  type LayerDocument,
  type LayerIn,
} from './document.ts';
export {
  addLayers,
  changeLayers,
  duplicateLayers,
  duplicateLayersBeside,
  expandGroups,
  findLayers,
  groupLayers,
  type LayerIds,
  type Order,
  orderLayers,
  removeLayers,
  ungroupLayers,
} from './layers.ts';
export {
  createCircleText,
  createEmptyDesign,
  createIcon,
  createPicture,
  createShape,
  createText,
  defaultShapes,
} from './new-layer.ts';
