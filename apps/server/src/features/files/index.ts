export { createCardInput, renderCard } from './card.ts';
export { renderCertificate, renderCertificatePicture } from './certificate.ts';
export { drawQrCode } from './qr.ts';
export { registerFiles } from './routes.ts';
export { cardImages } from './store.ts';
