/** The topics of live events (GET /api/events), and the reads that each one makes stale. Pages download this file. */
import type { Changes, ReadName } from './index.ts';

interface TopicRule {
  /** Who receives the event. An event to everybody covers everything that happened within one second. */
  readonly to: 'account' | 'everybody';
  readonly reads: readonly ReadName[];
}

export const TOPICS = {
  /** The account's balances, or something that depends on them, changed. */
  balance: {
    to: 'account',
    reads: [
      'GET /api/assets/list',
      'GET /api/assets/records',
      'GET /api/assets/grants',
      'GET /api/mining/index',
      'GET /api/mining/power',
      'GET /api/mining/buyback/list',
      'GET /api/stake/index',
      'GET /api/stake/list',
      'GET /api/stake/outputs',
      'GET /api/stake/payments',
      'GET /api/user/invites',
      'GET /api/user/earnings',
      'GET /api/user/earnings/days',
      'GET /api/game/record',
    ],
  },
  /** The operator froze the account, or unfroze it. */
  account: { to: 'account', reads: ['GET /api/user/info'] },
  /**
   * A race round changed state, or somebody bet. Lists of finished rounds are refreshed according to this read's
   * answer.
   */
  race: { to: 'everybody', reads: ['GET /api/game/opening'] },
  /** The same for the lottery. */
  lottery: { to: 'everybody', reads: ['GET /api/mining/bet/index'] },
} as const satisfies Record<string, TopicRule>;

export type Topic = keyof typeof TOPICS;

export const topicNames = Object.keys(TOPICS) as Topic[];

/** The reads that a topic makes stale. */
export const readsOf = (topic: Topic): readonly ReadName[] => TOPICS[topic].reads;

/** The topics that announce these changes. `all` has none: an account learns of it from its own calls. */
export const topicsOf = (changes: Changes): Topic[] =>
  changes === 'all'
    ? []
    : topicNames.filter((topic) => readsOf(topic).some((read) => changes.includes(read)));
