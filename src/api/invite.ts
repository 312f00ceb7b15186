// Who invites a visitor, and what both sides get, according to the server.
import { useQuery } from '@tanstack/react-query';
import { fromUnits } from '#rules/amounts.ts';
import { ratesOf, type TeamLevels } from '#rules/team.ts';
import type { Invite } from '#lib/invite-code.ts';
import { cached } from './queries.ts';

/** Levels that are switched off get nothing and are not listed. */
const paid = (rates: readonly string[]): number[] => rates.map(Number).filter((rate) => rate > 0);

export function useInvite(code: string): Invite {
  const who = useQuery({ ...cached('GET /api/auth/invite', { code }), staleTime: 'static' });
  const index = useQuery(cached('GET /api/index'));
  const mining = useQuery(cached('GET /api/mining/config'));
  const features = index.data?.features;
  const race = useQuery({ ...cached('GET /api/game/config'), enabled: features?.race === true });
  const asked = [who, index, mining, ...(features?.race ? [race] : [])];

  if (who.error?.name === 'not_found') return { state: 'unknown' };
  if (asked.some(({ data, isError }) => isError && data === undefined))
    return {
      state: 'failed',
      retry: () => asked.forEach(({ isError, refetch }) => isError && void refetch()),
    };
  if (!who.data || !features || !mining.data || (features.race && !race.data)) return { state: 'asking' };
  const staking = features.staking ? ratesOf('staking', features.teamLevels as TeamLevels) : [];
  return {
    state: 'known',
    by: who.data.address,
    hashrate: mining.data.trialHashrate,
    shares: {
      hashrate: paid(mining.data.referralBonus),
      staking: paid(staking.map(fromUnits)),
      race: paid(race.data?.referral ?? []),
    },
  };
}
