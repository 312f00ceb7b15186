// The parts of the activation sheet: the benefits, the two ways with their figures, and the final review of the paid
// one.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fromUnits } from '#rules/amounts.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Icon } from '#ui/icon.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { depositAndBack } from './deposit-and-back.ts';
import { openUsdt, usdt } from './hashrate.words.ts';
import { type Miner, type MiningConfig, outputOf, type Purchase } from './mining.rules.ts';

const { symbol } = BRAND;

const Got = ({ children }: { children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <Icon name="check" size={18} className="mt-0.5 shrink-0 text-malachite" />
    <span>{children}</span>
  </li>
);

interface GotProps {
  miner: Miner;
  config: MiningConfig;
}

export function Benefits({ miner, config }: GotProps) {
  const { i18n } = useLingui();
  const hashrate = amountText(miner.hashrate, i18n.locale);
  const output = amountText(fromUnits(outputOf(miner.hashrate, config)), i18n.locale);
  return (
    <ul className="m-0 grid list-none gap-2 p-0 text-sm text-pretty">
      {miner.hashrate === '0' ? (
        <li>
          <Notice tone="amber" icon="info">
            <Trans>You have no hashrate yet. Without it, a miner produces nothing.</Trans>
          </Notice>
        </li>
      ) : (
        <Got>
          <Trans>
            {hashrate} hashrate produces {output} {symbol} every 24 hours
          </Trans>
        </Got>
      )}
      <Got>
        <Trans>After a claim, the next cycle starts automatically</Trans>
      </Got>
      <Got>
        <Trans>It has no end date</Trans>
      </Got>
    </ul>
  );
}

function Way({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line p-4">
      <h3 className="m-0 mb-2 text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}

interface ByUsdtProps {
  purchase: Purchase;
  /** It is the primary action if there is no free way. */
  main: boolean;
  disabled: boolean;
  onPress: () => void;
}

export function ByUsdt({ purchase, main, disabled, onPress }: ByUsdtProps) {
  const { i18n } = useLingui();
  const { affordable, balance, missing, price } = purchase;
  const figure = (amount: string) => usdt(amount, i18n.locale);
  const cost = openUsdt(price, i18n.locale);
  const press = affordable ? onPress : () => depositAndBack(missing, 'activate', {});
  return (
    <Way title={<Trans>Pay {cost}</Trans>}>
      <Facts>
        <Fact label={<Trans>Your balance</Trans>}>{figure(balance)}</Fact>
        {!affordable && (
          <Fact label={<Trans>Short by</Trans>}>
            <span className="text-garnet">{figure(missing)}</span>
          </Fact>
        )}
      </Facts>
      <Button
        wide
        className="mt-3"
        look={main ? 'primary' : 'secondary'}
        icon={affordable ? undefined : 'deposit'}
        disabled={disabled}
        onClick={press}
      >
        {affordable ? <Trans>Activate for {cost}</Trans> : <Trans>Deposit USDT</Trans>}
      </Button>
    </Way>
  );
}

/** The final review before it is paid. */
export function ActivateConfirm({ purchase: { price, after }, ...got }: GotProps & { purchase: Purchase }) {
  const { i18n } = useLingui();
  return (
    <Confirm
      coin="USDT"
      lead={<Trans>You pay</Trans>}
      figure={openUsdt(price, i18n.locale)}
      facts={
        <Fact label={<Trans>You get</Trans>}>
          <Trans>Permanent miner</Trans>
        </Fact>
      }
      after={usdt(after, i18n.locale)}
    >
      <Benefits {...got} />
    </Confirm>
  );
}

interface ByInviteProps {
  busy: boolean;
  /** The server's message, empty if there is none. */
  refusal: string;
  online: boolean;
  onPress: () => void;
  /** Undefined if it could not be fetched. */
  validUsers: number | undefined;
  onLeave: () => void;
}

export function ByInvite({ validUsers, busy, refusal, online, onPress, onLeave }: ByInviteProps) {
  return (
    <Way title={<Trans>Invite one valid user</Trans>}>
      <p className="m-0 mb-3 text-sm text-pretty text-muted">
        <Trans>Free, once per account, when a friend signs in with your code and is verified.</Trans>
      </p>
      {validUsers !== undefined && (
        <p className="m-0 mb-3 flex items-start gap-2 text-sm">
          <Icon
            name={validUsers > 0 ? 'check' : 'invite'}
            size={20}
            className={validUsers > 0 ? 'shrink-0 text-malachite' : 'shrink-0 text-muted'}
          />
          {validUsers > 0 ? (
            <Plural value={validUsers} one="You have # valid user." other="You have # valid users." />
          ) : (
            <Trans>You have no valid users yet.</Trans>
          )}
        </p>
      )}
      <p
        role="alert"
        className="m-0 mb-3 rounded-control bg-garnet-wash px-3 py-2 text-sm text-garnet empty:hidden"
      >
        {refusal}
      </p>
      {validUsers === 0 ? (
        <LinkButton to="/pages/invite/index" onClick={onLeave}>
          <Trans>Invite friends</Trans>
        </LinkButton>
      ) : (
        <Button
          wide
          look={validUsers ? 'primary' : 'secondary'}
          busy={busy}
          disabled={!online}
          onClick={onPress}
        >
          <Trans>Activate by invitation</Trans>
        </Button>
      )}
    </Way>
  );
}
