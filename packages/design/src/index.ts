export { contrastRatio } from '@insignia/tokens/color';
export { createAcademicDesign } from './certificate/academic.ts';
export {
  type CardDesign,
  cardSize,
  createCardDesign,
  type IssuerDesign,
  readIssuerDesign,
} from './certificate/card.ts';
export { drawShapes } from './certificate/draw-shapes.ts';
export {
  type CertificateValues,
  fillCertificateText,
  listPlaceholders,
} from './certificate/placeholders.ts';
export {
  type CertificateDesign,
  type CertificateLayer,
  type CertificateLayerOf,
  type DesignSides,
  listCertificatePictures,
  readCertificateDesign,
  sheetSize,
} from './certificate/schema.ts';
export { type DrawingResources, draw } from './draw/draw.ts';
export type { Drawing, DrawnLayer } from './draw/drawing.ts';
export { measurePath } from './draw/drawing.ts';
export { computeGradientLine, toSvg } from './draw/to-svg.ts';
export { designLimits, fonts } from './limits.ts';
export { createPalette, type Palette } from './palette/palette.ts';
export { type DesignReadError, readDesign, writeDesign } from './read.ts';
export type { Design, Layer, LayerOf, Paint, Shadow, Shape, Stroke } from './schema.ts';
export { shapePath } from './shapes/shape-path.ts';
export type { Logo, Template, TemplateContent } from './templates/build.ts';
export { templates } from './templates/index.ts';
export { createSurpriseDesign } from './templates/surprise.ts';
export type { Outliner } from './text/outliner.ts';
