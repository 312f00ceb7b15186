// For who was signed in here a moment ago: why that is over. The button to sign in again stands above.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { walletPhaseAtom } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { serverNow } from '#lib/time.ts';
import { nextStep } from './home.rules.ts';

export function Ended() {
  const { t } = useLingui();
  const phase = useAtomValue(walletPhaseAtom);
  const step = nextStep({
    signedIn: false,
    phase,
    user: undefined,
    miner: undefined,
    asking: false,
    now: serverNow(),
  });
  if (step.kind !== 'connect' || step.after === null) return null;
  const words = {
    expired: t`Your session has expired. Please sign in again.`,
    switched: t`Your wallet changed, so you were signed out. Choose it again to go on with the account that is in use now.`,
  };
  return (
    <Card>
      <p className="m-0 flex items-start gap-3 text-sm text-pretty">
        <Icon name="wallet" size={22} className="shrink-0 text-amber-ink" />
        {words[step.after]}
      </p>
    </Card>
  );
}
