export { eraseFromMoveIns } from './erase.ts';
export {
  closeOffer,
  findOffer,
  type ListedOffer,
  listOffers,
  listOffersOfAccount,
  MAX_COUNTED,
  type Offer,
} from './offers.ts';
export { registerMoveIn } from './routes.ts';
export { cleanUpMoveIns } from './store.ts';
export { registerMoveInWork } from './work.ts';
