export { measureWallets, registerWallets, registerWalletsWork } from './routes.ts';
export { walletCodeMailKind } from './texts.ts';
