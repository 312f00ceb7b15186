/** The announcements that the product comes with, each in every language. One is put in once; a changed text needs a new slug. */
import type { ArticleSeed } from './articles.repository.ts';
import { DRAWS } from './draws.seed.ts';
import { FEES } from './fees.seed.ts';
import { GAMES } from './games.seed.ts';
import { INSTALL } from './install.seed.ts';
import { MINER } from './miner.seed.ts';
import { MONEY } from './money.seed.ts';
import { OFFLINE } from './offline.seed.ts';
import { SAFETY } from './safety.seed.ts';
import { YIELDS } from './yields.seed.ts';

/** With dates of their own, not that of a start: what the operator has published since stays above them. */
export const ARTICLES: readonly ArticleSeed[] = [
  {
    slug: 'how-the-miner-works',
    pinned: true,
    cover: '/covers/miner.svg',
    publishedAt: new Date('2026-11-01T00:00:00Z'),
    texts: MINER,
  },
  {
    slug: 'fees-and-odds',
    pinned: false,
    cover: '/covers/fees.svg',
    publishedAt: new Date('2026-11-05T00:00:00Z'),
    texts: FEES,
  },
  {
    slug: 'check-a-draw',
    pinned: false,
    cover: '/covers/draws.svg',
    publishedAt: new Date('2026-11-08T00:00:00Z'),
    texts: DRAWS,
  },
  {
    slug: 'without-a-network',
    pinned: false,
    cover: '/covers/offline.svg',
    publishedAt: new Date('2026-11-15T00:00:00Z'),
    texts: OFFLINE,
  },
  {
    slug: 'where-yields-come-from',
    pinned: false,
    cover: '/covers/yields.svg',
    publishedAt: new Date('2026-11-17T00:00:00Z'),
    texts: YIELDS,
  },
  {
    slug: 'odds-and-edge',
    pinned: false,
    cover: '/covers/games.svg',
    publishedAt: new Date('2026-11-18T00:00:00Z'),
    texts: GAMES,
  },
  {
    slug: 'deposits-and-withdrawals',
    pinned: false,
    cover: '/covers/money.svg',
    publishedAt: new Date('2026-11-19T00:00:00Z'),
    texts: MONEY,
  },
  {
    slug: 'keep-your-wallet-safe',
    pinned: false,
    cover: '/covers/safety.svg',
    publishedAt: new Date('2026-11-20T00:00:00Z'),
    texts: SAFETY,
  },
  {
    slug: 'install-and-reminders',
    pinned: false,
    cover: '/covers/install.svg',
    publishedAt: new Date('2026-11-21T00:00:00Z'),
    texts: INSTALL,
  },
];
