/** The topics of live events (GET /api/events), and the reads that each of them makes stale. Pages download this file. */
import type { Changes, ReadName } from './index.ts';

interface TopicRule {
  /** Who is told. What everybody is told speaks for all that happened within a second. */
  readonly to: 'account' | 'everybody';
  readonly reads: readonly ReadName[];
}

export const TOPICS = {
  /** The account's money, or what stands on it, has moved. */
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
      'GET /api/user/invites',
      'GET /api/user/earnings',
      'GET /api/user/earnings/days',
      'GET /api/game/record',
    ],
  },
  /** A round of the race has changed its state, or somebody bet. Lists of finished rounds follow this read's answer. */
  race: { to: 'everybody', reads: ['GET /api/game/opening'] },
  /** The same of the lottery. */
  lottery: { to: 'everybody', reads: ['GET /api/mining/bet/index'] },
} as const satisfies Record<string, TopicRule>;

export type Topic = keyof typeof TOPICS;

export const topicNames = Object.keys(TOPICS) as Topic[];

/** The reads that a topic makes stale. */
export const readsOf = (topic: Topic): readonly ReadName[] => TOPICS[topic].reads;

/** The topics that tell of these changes. Each account is told apart of what it is to fetch `all` of: by its own calls. */
export const topicsOf = (changes: Changes): Topic[] =>
  changes === 'all'
    ? []
    : topicNames.filter((topic) => readsOf(topic).some((read) => changes.includes(read)));
