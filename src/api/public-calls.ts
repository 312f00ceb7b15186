// Calls whose answer is the same for everybody: what is kept of them on the device belongs to nobody, and a guest reads what a
// member has read. Those with texts in them are kept once a language.
import type { CallName, Calls } from '#contract';
import { currentLanguage } from '#lib/locale.ts';

type GetCall = Extract<CallName, `GET ${string}`>;
type PublicCall = { [K in GetCall]: Calls[K]['session'] extends 'none' ? K : never }[GetCall];

/** The contract is not downloaded, so that its `session: 'none'` stands here again; the type keeps both the same. */
const PUBLIC: Record<PublicCall, 'texts' | 'figures'> = {
  'GET /api/article/index': 'texts',
  'GET /api/article/list': 'texts',
  'GET /api/article/detail': 'texts',
  'GET /api/index': 'texts',
  'GET /api/links': 'texts',
  'GET /api/kyc': 'figures',
  'GET /api/mining/config': 'figures',
  'GET /api/push/key': 'figures',
  'GET /api/game/config': 'figures',
  'GET /api/game/speed': 'figures',
  'GET /api/transparency': 'figures',
  'GET /api/transparency/roots': 'figures',
  'GET /api/auth/nonce': 'figures',
  'GET /api/auth/invite': 'figures',
  'GET /api/health': 'figures',
  'GET /api/openapi.json': 'figures',
};

/** Under which name everybody finds the answer of a call; undefined when it is the asker's alone. */
export function publicName(call: unknown, key: string): string | undefined {
  if (typeof call !== 'string' || !Object.hasOwn(PUBLIC, call)) return undefined;
  return PUBLIC[call as PublicCall] === 'texts' ? `${currentLanguage()}.${key}` : key;
}
