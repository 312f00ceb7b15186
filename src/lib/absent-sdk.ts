// Stands in for wallet SDKs that this app does not offer (Safe, Coinbase, Base): the wallet library imports them by name,
// the build points those names here. Each wallet is still reached through EIP-6963 or WalletConnect.
class Absent {
  constructor() {
    throw new Error('this wallet SDK is not part of the app');
  }
}

export default Absent;
export { Absent as CoinbaseWalletSDK, Absent as SafeAppProvider };
export const createBaseAccountSDK = (): never => {
  throw new Error('this wallet SDK is not part of the app');
};
