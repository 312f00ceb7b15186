// The `changes` of POSTs and the reads of event topics: they name calls of the contract, and none is missing.
// tests/api/changes.test.ts proves that they are true.
import { describe, expect, test } from 'vitest';
import { callNames, callOf, changes, type PostName } from './index.ts';
import { readsOf, TOPICS, topicNames, topicsOf } from './topics.ts';

const posts = callNames.filter((name): name is PostName => name.startsWith('POST '));
const reads: string[] = callNames.filter(
  (name) => name.startsWith('GET ') && callOf(name).form === undefined,
);

/** These change nothing that any call returns. */
const NOTHING: Partial<Record<PostName, string>> = {
  'POST /api/auth/pair/join': 'shows on the device that waits for it, which asks again and again',
  'POST /api/push/subscription': 'no call tells a subscription back',
  'POST /api/push/test': 'a notification leaves nothing behind',
  'POST /api/demo/faucet': 'its coins stand on the chain, in a wallet',
};
/** Afterwards another user is signed in, or the time is another one. */
const ALL: PostName[] = [
  'POST /api/auth/login',
  'POST /api/auth/resume',
  'POST /api/user/devices/end',
  'POST /api/auth/logout',
  'POST /api/user/delete',
  'POST /api/demo/skip',
];

test('every POST declares what it changes, and only those with a reason declare nothing or everything', () => {
  expect(Object.keys(changes).toSorted()).toEqual(posts.toSorted());
  expect(posts.filter((name) => changes[name].length === 0).toSorted()).toEqual(
    Object.keys(NOTHING).toSorted(),
  );
  expect(posts.filter((name) => changes[name] === 'all').toSorted()).toEqual(ALL.toSorted());
});

test('no GET declares changes', () => {
  expect(callNames.filter((name) => name.startsWith('GET ') && callOf(name).changes)).toEqual([]);
});

test.each(posts.filter((name) => changes[name] !== 'all'))(
  '%s names reads of the contract, each once',
  (name) => {
    const named = changes[name] as readonly string[];
    expect(named.filter((read) => !reads.includes(read))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  },
);

describe('event topics', () => {
  test.each(topicNames)('topic %s names reads of the contract, each once', (topic) => {
    const named: readonly string[] = readsOf(topic);
    expect(named.filter((read) => !reads.includes(read))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test('sent to everybody name no read that requires a session', () => {
    const open = topicNames.filter((topic) => TOPICS[topic].to === 'everybody').flatMap(readsOf);
    expect(open.filter((read) => callOf(read).session === 'required')).toEqual([]);
  });

  test('follow from what a call changes', () => {
    expect(topicsOf(changes['POST /api/mining/claim'])).toEqual(['balance']);
    expect(topicsOf(changes['POST /api/game/coining'])).toEqual(['balance', 'race']);
    expect(topicsOf(changes['POST /api/mining/bet'])).toEqual(['balance', 'lottery']);
    expect(topicsOf(changes['POST /api/user/limits'])).toEqual([]);
    expect(topicsOf(changes['POST /api/auth/login'])).toEqual([]);
  });
});
