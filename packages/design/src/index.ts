export { contrastRatio } from '@insignia/tokens/shades';
export {
  type CardDesign,
  cardSize,
  createCardDesign,
  type IssuerDesign,
  readIssuerDesign,
} from './certificate/card.ts';
export { type CertificateShape, certificateShapePath } from './certificate/certificate-shape.ts';
export { drawShapes } from './certificate/draw-shapes.ts';
export {
  certificateFaces,
  createDrawableSide,
  type FilledPicture,
} from './certificate/draw-side.ts';
export { type DesignExcess, findExcess, isDrawable } from './certificate/find-excess.ts';
export {
  type CertificatePlaceholder,
  type CertificateValues,
  certificatePlaceholders,
  fillCertificateText,
  isKnownPlaceholder,
  listPlaceholders,
  measureCertificateText,
} from './certificate/placeholders.ts';
export {
  type CertificateDesign,
  type CertificateLayer,
  type CertificateLayerOf,
  certificateFonts,
  type DesignSides,
  listCertificatePictures,
  readCertificateDesign,
  sheetSize,
} from './certificate/schema.ts';
export { drawEngraving } from './certificate/styles/engraved.ts';
export { styleDesigns } from './certificate/styles/index.ts';
export { certificateTemplates } from './certificate/templates/index.ts';
export type { CertificateBrand, CertificateTemplate } from './certificate/templates/parts.ts';
export { type DrawableDesign, type DrawingResources, draw } from './draw/draw.ts';
export type { Drawing, DrawnLayer } from './draw/drawing.ts';
export { countDashes } from './draw/drawing.ts';
export { computeGradientLine, toSvg } from './draw/to-svg.ts';
export { cardLimits, certificateLimits, designLimits, fonts } from './limits.ts';
export { createPalette, type Palette } from './palette/palette.ts';
export { type DesignReadError, readDesign, writeDesign } from './read.ts';
export type { Design, Layer, LayerOf, Paint, Shadow, Shape, Stroke } from './schema.ts';
export { shapePath } from './shapes/shape-path.ts';
export type { Logo, Template, TemplateContent } from './templates/build.ts';
export { templates } from './templates/index.ts';
export { createSurpriseDesign } from './templates/surprise.ts';
export type { Outliner } from './text/outliner.ts';
