export { computeCardVersion, renderCard } from './card.ts';
export {
  renderCertificate,
  renderCertificatePicture,
  renderDesignedCertificate,
  renderDesignedPicture,
} from './certificate.ts';
export { renderDesignedCard } from './designed-card.ts';
export { createBakedBadge } from './pictures.ts';
export { createCertificate, findSheet } from './print.ts';
export { drawQrCode } from './qr.ts';
export { createPictureQueue, registerFiles } from './routes.ts';
export { cardImages } from './store.ts';
