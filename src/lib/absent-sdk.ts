// Stub for wallet SDKs that this app does not offer (Safe, Coinbase, Base). The wallet library imports them by name,
// and the build resolves those names to this file. Those wallets can still connect through EIP-6963 or WalletConnect.
function absent(): never {
  throw new Error('this wallet SDK is not part of the app');
}

export default absent;
export { absent as CoinbaseWalletSDK, absent as SafeAppProvider, absent as createBaseAccountSDK };
