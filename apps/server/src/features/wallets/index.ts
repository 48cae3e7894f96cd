export { registerWallets } from './routes.ts';
export { walletCodeMailKind } from './texts.ts';
export { registerWalletsWork } from './work.ts';
