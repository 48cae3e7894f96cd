export { registerWallets } from './routes.ts';
export { walletCodeMailKind } from './texts.ts';
export { measureWallets, registerWalletsWork } from './work.ts';
