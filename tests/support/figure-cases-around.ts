// For tests/rules.test.ts: numbers of coupons, sessions, verification and demo mode, each with another value.
import { type Case, NOON, later, queued, text } from './figure-scenes.ts';

export const aroundCases = {
  COUPON_LENGTH: {
    change: 4,
    server: [async () => (await import('#rules/coupons.ts')).codeOf('gift-1'), 'GIFT-1', null],
    page: [async () => (await import('#features/airdrop/airdrop.rules.ts')).isTooLong('GIFT-1'), false, true],
  },
  COUPON_MOST: {
    change: '10',
    server: [
      async () => {
        const { readWanted } = await import('#server/features/airdrop/coupon.rules.ts');
        try {
          return readWanted(['GIFT-2026'], { coin: 'ADIT', amount: '11' }, ['ADIT'], NOON).count;
        } catch (error) {
          return (error as Error).message;
        }
      },
      1,
      '--amount is a decimal number above 0, at most 10',
    ],
  },
  COUPON_CHOSEN_LENGTH: {
    change: 9,
    server: [
      async () => {
        const { readWanted } = await import('#server/features/airdrop/coupon.rules.ts');
        try {
          return readWanted(['GIFT-202'], { hashrate: '1' }, ['ADIT'], NOON).count;
        } catch (error) {
          return (error as Error).message;
        }
      },
      1,
      'a code needs at least 9 characters, or it can be guessed; --random creates safe ones',
    ],
  },
  COUPON_TRIES: { change: { account: 1, crowded: 1, network: 1 }, elsewhere: 'tests/api/coupons.test.ts' },
  COUPON_TRY_HOURS: {
    change: 2,
    server: [async () => (await import('#rules/coupons.ts')).secondsToWait([NOON], 1, NOON), 3600, 7200],
  },
  SIGN_IN_MINUTES: {
    change: 10,
    server: [
      async () => (await import('#server/features/wallet/wallet.rules.ts')).SIGN_IN_MS,
      300_000,
      600_000,
    ],
  },
  SESSION_IDLE_HOURS: {
    change: 48,
    server: [async () => (await import('#server/http/session.ts')).IDLE_MS, 86_400_000, 172_800_000],
  },
  DEVICE_DAYS: {
    change: 60,
    server: [
      async () => (await import('#server/features/devices/devices.rules.ts')).expiryOf(NOON),
      later(30 * 24),
      later(60 * 24),
    ],
  },
  MOST_SESSIONS: { change: 3, elsewhere: 'server/features/wallet/wallet.repository.test.ts' },
  MOST_DEVICES: { change: 2, elsewhere: 'tests/api/devices.test.ts' },
  CHALLENGE_MINUTES: {
    change: 4,
    server: [
      async () => (await import('#server/features/devices/devices.rules.ts')).CHALLENGE_MS,
      120_000,
      240_000,
    ],
  },
  PAIRING_MINUTES: {
    change: 4,
    server: [
      async () => (await import('#server/features/devices/devices.rules.ts')).PAIRING_MS,
      120_000,
      240_000,
    ],
  },
  PAIRING_TRIES: { change: 1, elsewhere: 'tests/api/devices.test.ts' },
  CONSENT_MINUTES: {
    change: 10,
    server: [async () => (await import('#server/lib/consent.ts')).CONSENT_MS, 300_000, 600_000],
  },
  SESSION_DAYS: { change: 1, elsewhere: 'tests/api/sign-in.test.ts' },
  OUTBOX_TOKEN_HOURS: { change: 1, elsewhere: 'tests/api/sign-in.test.ts' },
  SENDABLE_DAYS: {
    change: 14,
    page: [
      async () => (await import('#api/outbox.rules.ts')).isTooOld(queued, later(24 * 8).getTime()),
      true,
      false,
    ],
  },
  DOCUMENT_MOST_BYTES: {
    change: 1024,
    server: [async () => (await import('#contract/kyc.ts')).DOCUMENT_RULE.maxBytes, 8 * 1024 * 1024, 1024],
  },
  FAUCET_BNB: {
    change: '1',
    server: [async () => text((await import('#server/chain/devnet/faucet.ts')).FAUCET_GAS), '0.5', '1'],
  },
  FAUCET_USDT: {
    change: '2000',
    server: [async () => text((await import('#server/chain/devnet/faucet.ts')).FAUCET_MINT), '1000', '2000'],
  },
  DEMO_RACE_BANK: {
    change: '200000',
    server: [
      async () => text((await import('#server/chain/coins.ts')).SYSTEM_SEED.race_bank.amount),
      '100000',
      '200000',
    ],
  },
  DEMO_BUYBACK: {
    change: '2000',
    server: [
      async () => text((await import('#server/chain/coins.ts')).SYSTEM_SEED.buyback.amount),
      '1000',
      '2000',
    ],
  },
  DEMO_RESERVE_WORTH: {
    change: '200000',
    server: [
      async () => {
        const { COINS, reserveSeed } = await import('#server/chain/coins.ts');
        return Promise.all(COINS.slice(0, 2).map((coin) => text(reserveSeed(coin))));
      },
      ['10000000', '100000'],
      ['20000000', '200000'],
    ],
  },
  DEMO_COUPON: { change: {}, elsewhere: 'tests/browser/live.test.ts' },
} satisfies Record<string, Case>;
