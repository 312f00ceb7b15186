// Stands in for wallet SDKs that this app does not offer (Safe, Coinbase, Base): the wallet library imports them by name,
// the build points those names here. Each wallet is still reached through EIP-6963 or WalletConnect.
function absent(): never {
  throw new Error('this wallet SDK is not part of the app');
}

export default absent;
export { absent as CoinbaseWalletSDK, absent as SafeAppProvider, absent as createBaseAccountSDK };
