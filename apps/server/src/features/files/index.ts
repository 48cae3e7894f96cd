export { computeCardVersion, renderCard } from './card.ts';
export {
  renderCertificate,
  renderCertificatePicture,
  renderDesignedCertificate,
  renderDesignedPicture,
} from './certificate.ts';
export { renderDesignedCard } from './designed-card.ts';
export { drawQrCode } from './qr.ts';
export { registerFiles } from './routes.ts';
export { cardImages } from './store.ts';
