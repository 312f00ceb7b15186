// What a coupon brought, what it is for and from when on, and the ways to it.
import { Trans, useLingui } from '@lingui/react/macro';
import { amountText } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Success } from '#ui/success.tsx';
import { type Gift, coinsText } from './airdrop.rules.ts';

interface RedeemedProps {
  gift: Gift;
  onAnother: () => void;
}

export function Redeemed({ gift, onAnother }: RedeemedProps) {
  const { t, i18n } = useLingui();
  const coins = coinsText(gift, i18n.locale);
  const amount = gift.hashrate === null ? undefined : amountText(gift.hashrate, i18n.locale);
  const hashrate = amount === undefined ? undefined : t`${amount} hashrate`;
  const figure = [coins, hashrate].filter((part) => part !== undefined).join(' + ');
  return (
    <Success label={t`Code redeemed`} lead={<Trans>You have got</Trans>} figure={figure}>
      <div className="grid gap-2 text-sm text-pretty">
        {coins !== undefined && (
          <p className="m-0">
            <Trans>{coins} are in your balance and can be used like all other coins there.</Trans>
          </p>
        )}
        {hashrate !== undefined && (
          <p className="m-0">
            <Trans>
              The hashrate counts from the next start of your miner on. A cycle that is running keeps the
              hashrate that it began with.
            </Trans>
          </p>
        )}
      </div>
      <div className="grid gap-2">
        {coins !== undefined && (
          <Button wide look="secondary" icon="assets" onClick={() => void go('/pages/asset/index')}>
            <Trans>To your assets</Trans>
          </Button>
        )}
        {hashrate !== undefined && (
          <Button wide look="secondary" icon="miner" onClick={() => void go('/pages/mining/index')}>
            <Trans>To your miner</Trans>
          </Button>
        )}
        <Button wide look="ghost" onClick={onAnother}>
          <Trans>Redeem another code</Trans>
        </Button>
      </div>
    </Success>
  );
}
