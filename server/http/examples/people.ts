/** Examples for sign-in, account, verification, team, limits and reminders. */
import { DOCUMENT_MOST_BYTES } from '#rules/figures.ts';
import type { Examples } from './example.ts';
import { ADDRESS, at, last } from './values.ts';

const USER = {
  address: ADDRESS,
  inviteCode: 'K7Q2M9XA',
  level: 1,
  kyc: 'approved',
  official: true,
  isFirst: false,
  createdAt: at('09:12', '2026-11-02'),
  invitedBy: '0x51b0…2c3d',
  frozen: null,
} as const;

const LIMITS = {
  dailyBetLimit: '200',
  pendingLimit: '500',
  pendingAt: at('10:00', '2026-11-22'),
  pausedUntil: null,
  spentToday: '35.5',
};

const LEVELS = [
  { level: 1, requiredValidUsers: 1 },
  { level: 2, requiredValidUsers: 10 },
  { level: 3, requiredValidUsers: 50 },
];

const LOGIN = {
  token: 'mF8vVQp0n3kz1W6cYyqR5tXh2sJ7uLdB9gEaKiNoTxw',
  outboxToken: 'Zk4rT1yHq8wNc6mVb2pXs9dGf3jLu7eAoQiRtY5zKxE',
  expiresAt: at('08:00', '2026-11-28'),
  isFirst: false,
  user: USER,
};
const DELETION = [
  'adit.example asks you to delete your account.',
  `Account: ${ADDRESS}\nBalances given up: 24 ADIT`,
  'This cannot be undone. Do not sign if you did not ask for it.',
  `Time: ${at('12:40')}\nNonce: 5f0c2b7e9a1d4c3f8e6b0a9d7c5e3f1a`,
].join('\n\n');
const DEVICE = 'h3Vt0nQpX8sKz1WbYc6dRg';
const CHALLENGE = `Adit device ${DEVICE} 5f0c2b7e9a1d4c3f8e6b0a9d7c5e3f1a`;
/** The base point of P-256. */
const PUBLIC_KEY = {
  ...{ kty: 'EC' as const, crv: 'P-256' as const },
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
};

export const PEOPLE: Examples<
  | 'GET /api/auth/nonce'
  | 'GET /api/auth/invite'
  | 'POST /api/auth/login'
  | 'POST /api/auth/logout'
  | 'GET /api/user/info'
  | 'GET /api/user/sessions'
  | 'GET /api/user/deletion'
  | 'POST /api/user/delete'
  | 'POST /api/auth/device'
  | 'GET /api/auth/challenge'
  | 'POST /api/auth/resume'
  | 'POST /api/auth/pair'
  | 'GET /api/auth/pair'
  | 'POST /api/auth/pair/join'
  | 'POST /api/auth/pair/confirm'
  | 'GET /api/user/devices'
  | 'POST /api/user/devices/end'
  | 'GET /api/user/kyc'
  | 'POST /api/user/kyc'
  | 'POST /api/user/kyc/erase'
  | 'GET /api/kyc'
  | 'GET /api/user/invites'
  | 'GET /api/user/levels'
  | 'GET /api/user/earnings'
  | 'GET /api/user/earnings/days'
  | 'GET /api/user/earnings/receipt'
  | 'GET /api/user/limits'
  | 'POST /api/user/limits'
  | 'GET /api/push/key'
  | 'POST /api/push/subscription'
  | 'POST /api/push/test'
> = {
  'GET /api/auth/nonce': { data: { nonce: 'q3Zt8LmW2xYc5VbN', expiresAt: at('08:05') } },
  'GET /api/auth/invite': { input: { code: 'AB12CD34' }, data: { address: '0x8F3a…2B3C' } },
  'POST /api/auth/login': {
    input: {
      message: [
        'adit.example wants you to sign in with your Ethereum account:',
        '0x8F3a2b1c4D5E6F708192A3B4C5d6e7f8091a2B3C',
        '',
        'Sign in to Adit. This signature moves no coins.',
        '',
        'URI: https://adit.example',
        'Version: 1',
        'Chain ID: 56',
        'Nonce: q3Zt8LmW2xYc5VbN',
        'Issued At: 2026-11-21T08:00:00.000Z',
      ].join('\n'),
      signature: `0x${'5a'.repeat(65)}`,
      inviteCode: 'K7Q2M9XA',
    },
    data: LOGIN,
  },
  'POST /api/auth/logout': { data: {} },
  'GET /api/user/info': { data: USER },
  'POST /api/auth/device': {
    input: { publicKey: PUBLIC_KEY, name: 'Chrome · Android' },
    data: { deviceId: DEVICE, expiresAt: at('12:00', '2026-12-21') },
  },
  'GET /api/auth/challenge': {
    input: { deviceId: DEVICE },
    data: { challenge: CHALLENGE, expiresAt: at('12:02') },
  },
  'POST /api/auth/resume': {
    input: { deviceId: DEVICE, challenge: CHALLENGE, signature: 'q'.repeat(86) },
    data: LOGIN,
  },
  'POST /api/auth/pair': { data: { code: '482913', expiresAt: at('08:02') } },
  'GET /api/auth/pair': {
    data: { open: { expiresAt: at('08:02'), joined: { pairing: DEVICE, name: 'Safari on iPhone' } } },
  },
  'POST /api/auth/pair/join': {
    input: { code: '482913', publicKey: PUBLIC_KEY, name: 'Safari on iPhone' },
    data: { pairing: DEVICE },
  },
  'POST /api/auth/pair/confirm': { input: { pairing: DEVICE }, data: { deviceId: DEVICE } },
  'GET /api/user/devices': {
    data: {
      items: [
        {
          ...{ id: DEVICE, name: 'Chrome · Android', scope: 'full' as const, current: true },
          ...{ createdAt: at('08:00'), lastUsedAt: at('12:00') },
        },
      ],
      nextCursor: null,
    },
  },
  'POST /api/user/devices/end': { input: { which: 'others' as const }, data: { ended: 2 } },
  'GET /api/user/deletion': {
    data: { open: [], balances: [{ coin: 'ADIT', amount: '24' }], message: DELETION },
  },
  'POST /api/user/delete': {
    input: { message: DELETION, signature: `0x${'5a'.repeat(65)}` },
    data: { deletedAt: at('12:41') },
  },
  'GET /api/user/sessions': {
    data: {
      items: [
        {
          signedInAt: at('08:00'),
          lastSeenAt: at('12:41'),
          expiresAt: at('08:00', '2026-11-28'),
          current: true,
        },
      ],
    },
  },
  'GET /api/user/kyc': {
    data: {
      status: 'approved',
      exchange: 'binance',
      exchangeUid: '294817365',
      exchangeAddress: ADDRESS,
      submittedAt: at('09:40', '2026-11-02'),
      reviewedAt: at('15:05', '2026-11-02'),
      reason: null,
      history: [
        { state: 'submitted', at: at('09:20', '2026-11-02'), reason: null },
        { state: 'failed', at: at('09:30', '2026-11-02'), reason: 'The photograph is blurred' },
        { state: 'submitted', at: at('09:40', '2026-11-02'), reason: null },
        { state: 'approved', at: at('15:05', '2026-11-02'), reason: null },
      ],
      documents: { kept: true, deleteAt: at('15:05', '2027-01-31'), deletedAt: null },
    },
  },
  'POST /api/user/kyc': {
    input: { exchange: 'binance', exchangeUid: '294817365', exchangeAddress: ADDRESS },
    data: { status: 'submitted' },
  },
  'POST /api/user/kyc/erase': { data: { deletedAt: at('12:45') } },
  'GET /api/kyc': {
    data: {
      exchanges: [
        { id: 'binance', name: 'Binance' },
        { id: 'okx', name: 'OKX' },
      ],
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
      maxBytes: DOCUMENT_MOST_BYTES,
    },
  },
  'GET /api/user/invites': {
    input: { level: '1' },
    data: {
      summary: {
        directReferrals: 2,
        teamMembers: 3,
        membersByLevel: [2, 1, 0],
        validUsers: 1,
        subTeamPerformance: '1250',
        subTeamHashrate: '3900',
        totalEarnings: '1.875',
        earningsByLevel: ['1.5', '0.375', '0'],
      },
      ...last({
        address: '0x51b0…2c3d',
        level: 1,
        valid: true,
        hashrate: '1500',
        totalStaking: '1000',
        purchasedHashrate: '300',
        joinedAt: at('18:20', '2026-11-05'),
      }),
    },
  },
  'GET /api/user/levels': {
    data: {
      level: 1,
      validUsers: 4,
      levels: LEVELS,
      next: { level: 2, requiredValidUsers: 10 },
      progress: 0.4,
    },
  },
  'GET /api/user/earnings': {
    data: last({
      entry: '48211',
      time: at('10:00'),
      source: 'staking' as const,
      coin: 'ADIT',
      amount: '0.15',
    }),
  },
  'GET /api/user/earnings/days': { data: { days: [{ day: '2026-11-21', staking: '0.15', race: '0' }] } },
  'GET /api/user/earnings/receipt': {
    input: { entry: '48211' },
    data: last({
      address: '0x51b0…2c3d',
      level: 1,
      base: '1',
      time: at('10:00'),
      rate: '0.15',
      amount: '0.15',
    }),
  },
  'GET /api/user/limits': { data: LIMITS },
  'POST /api/user/limits': { input: { dailyBetLimit: '500' }, data: LIMITS },
  'GET /api/push/key': {
    data: {
      publicKey: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
    },
  },
  'POST /api/push/subscription': {
    input: {
      subscription: {
        endpoint: 'https://push.example/send/7f3c',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
      quiet: { from: '22:00', to: '07:30' },
      timeZone: 'Asia/Bangkok',
    },
    data: {},
  },
  'POST /api/push/test': { data: {} },
};
