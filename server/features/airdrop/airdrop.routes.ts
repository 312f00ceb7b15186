/** POST /api/assets/redeem and GET /api/assets/grants: coupons, and what an account was given. */
import type { Handlers } from '#server/http/handlers.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import { grants } from './airdrop.repository.ts';
import { giftView, grantView } from './airdrop.views.ts';
import { type AirdropDeps, admit, redeem } from './airdrop.usecases.ts';

const pages = pagesOf('grant', oneId);

export function airdropRoutes(deps: AirdropDeps) {
  return {
    'POST /api/assets/redeem': {
      prepare: async (asked) => {
        const { network, user, input } = asked;
        const code = await admit(asked.db, deps, { userId: user.id, network, code: input.code }, asked.now);
        return async (c) => {
          const gift = await redeem(c.db, deps, c.user.id, code, c.now);
          return giftView(gift);
        };
      },
    },
    'GET /api/assets/grants': async (c) => {
      const { after, limit } = pages.asked(c.input);
      const rows = await grants(c.db, c.user.id, limit + 1, after);
      const { shown, nextCursor } = pages.page(rows, limit, ({ id }) => id);
      return { items: shown.map(grantView), nextCursor };
    },
  } satisfies Partial<Handlers>;
}
