/** Examples for announcements, home page, links, health and demo mode. */
import { VERSION } from '#contract/version.ts';
import type { Examples } from './example.ts';
import { ADDRESS, at, hash, last } from './values.ts';

const ARTICLE = {
  id: '1',
  lang: 'en',
  title: 'How the miner works',
  summary: 'What a cycle is, what it pays, and what this is not.',
  cover: '/covers/miner.svg',
  publishedAt: at('00:00', '2026-11-01'),
} as const;

export const TEXTS: Examples<
  | 'GET /api/article/index'
  | 'GET /api/article/list'
  | 'GET /api/article/detail'
  | 'GET /api/index'
  | 'GET /api/links'
  | 'GET /api/health'
  | 'GET /api/health/live'
  | 'GET /api/health/ready'
  | 'POST /api/demo/skip'
  | 'POST /api/demo/faucet'
> = {
  'GET /api/article/index': { data: { pinned: ARTICLE, latest: [ARTICLE] } },
  'GET /api/article/list': { input: { search: 'miner' }, data: last(ARTICLE) },
  'GET /api/article/detail': {
    input: { id: '1' },
    data: { ...ARTICLE, body: '## A day\n\nStart the miner, come back after **24 hours**, claim.' },
  },
  'GET /api/index': {
    data: {
      banners: [{ image: ARTICLE.cover, articleId: ARTICLE.id, lang: 'en', title: ARTICLE.title }],
      welcome: { version: '1', body: 'Adit is a daily **reward programme**.' },
      totals: { miners: 128, produced: '35210.5', staked: '120000' },
      serverTime: at('12:00'),
      demo: false,
      walletConnectProjectId: '0123456789abcdef0123456789abcdef',
      features: { exchange: true, staking: true, lottery: true, race: true, teamLevels: 3 },
    },
  },
  'GET /api/links': {
    data: {
      links: [{ id: 'mail', label: 'Write to us', url: 'mailto:help@adit.example' }],
      safetyArticleId: '7',
    },
  },
  'GET /api/health': {
    data: {
      ok: true,
      database: { ok: true, kind: 'postgres' },
      chain: { ok: true, head: 68_204_140, finalized: 68_204_138, lag: 2, alerts: 0 },
      payouts: { ok: true, open: 1 },
      jobs: { ok: true, due: 0 },
      version: VERSION,
    },
  },
  'GET /api/health/live': { data: { ok: true } },
  'GET /api/health/ready': { data: { ok: true } },
  'POST /api/demo/skip': { input: { seconds: 86_400 }, data: { now: at('12:00', '2026-11-22') } },
  'POST /api/demo/faucet': { input: { address: ADDRESS }, data: { txs: [hash('a1'), hash('b2')] } },
};
