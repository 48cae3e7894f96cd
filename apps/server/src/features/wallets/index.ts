export { measureWallets, registerWallets, registerWalletsWork } from './routes.ts';
export { getWalletTexts, walletCodeMailKind } from './texts.ts';
