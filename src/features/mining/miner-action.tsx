// The miner's next step: start, wait, claim or activate. Each is sent once, however often it is tapped.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { cached } from '#api/queries.ts';
import { ActivateButton } from '#actions/activate-button.tsx';
import { useClaim, useStartMiner } from '#actions/miner.ts';
import { fromUnits } from '#rules/amounts.ts';
import { type Span, mayActivate, restartsOnClaim } from '#rules/mining.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { openPopup } from '#lib/popups.ts';
import { timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Waits } from '#ui/waits.tsx';
import type { Miner } from './mining.rules.ts';

const { symbol } = BRAND;

interface ActionProps {
  miner: Miner;
  span: Span | null;
  /** Of a whole cycle, in smallest units; undefined until the rules are known. */
  output: bigint | undefined;
  /** The current state, which may be ahead of the last answer. */
  state: Miner['state'];
}

export function MinerAction({ miner, span, output, state }: ActionProps) {
  const [claimed, setClaimed] = useState<string | null>(null);
  return (
    <Card tone={state === 'running' ? 'plain' : 'amber'}>
      {claimed !== null && <Claimed amount={claimed} miner={miner} />}
      {state === 'pending_start' && <Start />}
      {state === 'running' && span && <Wait span={span} />}
      {state === 'pending_claim' && <Claim miner={miner} output={output} onClaimed={setClaimed} />}
      {mayActivate({ kind: miner.kind, state }) && (
        <Activate state={state} withoutHashrate={miner.hashrate === '0'} />
      )}
    </Card>
  );
}

function Start() {
  const { t } = useLingui();
  const user = useQuery(cached('GET /api/user/info'));
  const start = useStartMiner();
  const press = () => {
    // While a newer answer is being fetched, the server's answer to the start itself is more reliable.
    if (user.data && !user.isFetching && user.data.kyc !== 'approved') openPopup('kycRequired', {});
    else void start.run();
  };
  if (start.waiting)
    return (
      <Waits
        title={<Trans>Your start is waiting to be sent</Trans>}
        action={t`Start miner`}
        item={start.waiting}
      />
    );
  return (
    <>
      <p className="m-0 mb-3 text-sm text-pretty text-muted">
        <Trans>It runs for 24 hours. Claim whenever you like after that.</Trans>
      </p>
      <Button wide busy={start.busy} onClick={press}>
        <Trans>Start</Trans>
      </Button>
    </>
  );
}

function Wait({ span }: { span: Span }) {
  const { i18n } = useLingui();
  const at = timeWithin(span.endsAt, i18n.locale);
  return (
    <div className="flex items-start gap-3">
      <Icon name="clock" size={22} className="mt-0.5 shrink-0 text-malachite" />
      <p className="m-0 text-sm text-pretty">
        <Trans>Nothing to do now. You can claim from {at}.</Trans>
      </p>
    </div>
  );
}

interface ClaimProps extends Pick<ActionProps, 'miner' | 'output'> {
  onClaimed: (amount: string) => void;
}

function Claim({ miner, output, onClaimed }: ClaimProps) {
  const { t, i18n } = useLingui();
  const claim = useClaim(onClaimed);
  const { data: user } = useQuery(cached('GET /api/user/info'));
  // Without the rules, the amount is known only once the server says that the cycle has ended.
  const told = miner.state === 'pending_claim' ? miner.claimable : undefined;
  const whole = output === undefined ? told : fromUnits(output);
  const amount = whole && amountText(whole, i18n.locale);
  if (claim.waiting)
    return (
      <Waits
        title={
          amount ? (
            <Trans>
              Your claim of {amount} {symbol} is waiting to be sent
            </Trans>
          ) : (
            <Trans>Your claim is waiting to be sent</Trans>
          )
        }
        action={t`Claim the reward`}
        item={claim.waiting}
      />
    );
  return (
    <>
      {(miner.kind === 'trial' || !user || restartsOnClaim(user)) && (
        <p className="m-0 mb-3 text-sm text-pretty text-muted">
          {miner.kind === 'trial' ? (
            <Trans>Your trial ends here. Keep mining with a permanent miner.</Trans>
          ) : (
            <Trans>Claiming starts the next 24 hours.</Trans>
          )}
        </p>
      )}
      <Button wide busy={claim.busy} onClick={() => void claim.run()}>
        {amount ? (
          <Trans>
            Claim {amount} {symbol}
          </Trans>
        ) : (
          <Trans>Claim</Trans>
        )}
      </Button>
    </>
  );
}

interface ActivateProps extends Pick<ActionProps, 'state'> {
  withoutHashrate: boolean;
}

function Activate({ state, withoutHashrate }: ActivateProps) {
  return (
    <>
      <p className="m-0 mb-3 text-sm text-pretty text-muted">
        {withoutHashrate ? (
          <Trans>You have no hashrate yet. Without it, a miner produces nothing.</Trans>
        ) : state === 'expired' ? (
          <Trans>Trial finished. Keep mining with a permanent miner; your hashrate stays.</Trans>
        ) : (
          <Trans>Get a permanent miner to use your hashrate.</Trans>
        )}
      </p>
      <ActivateButton withoutHashrate={withoutHashrate} />
    </>
  );
}

/** What comes after the claim; it stays until the user leaves the page. */
function Claimed({ amount, miner }: { amount: string; miner: Miner }) {
  const { i18n } = useLingui();
  const text = amountText(amount, i18n.locale);
  return (
    <p className="m-0 mb-4 flex items-start gap-3 rounded-control bg-malachite-wash p-3 text-sm text-pretty text-malachite">
      <Icon name="check" size={20} className="shrink-0" />
      {miner.kind === 'trial' ? (
        <Trans>
          {text} {symbol} added. Keep mining with a permanent miner.
        </Trans>
      ) : miner.state === 'running' ? (
        <Trans>
          {text} {symbol} added. The next 24 hours are running.
        </Trans>
      ) : (
        <Trans>
          {text} {symbol} added.
        </Trans>
      )}
    </p>
  );
}
