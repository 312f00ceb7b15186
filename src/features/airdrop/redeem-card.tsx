// The form that redeems a coupon; afterwards its result replaces it. A link may include the code: `?code=AUTUMN-26`.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useAct } from '#api/act.ts';
import { failureText, isRefusal } from '#api/errors.ts';
import { COUPON_LENGTH, DEMO_COUPON } from '#rules/figures.ts';
import { useDraft } from '#lib/drafts.ts';
import { go, useParam } from '#lib/navigate.ts';
import { useOnline } from '#lib/online.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { amountText } from '#lib/amounts.ts';
import { Success } from '#ui/success.tsx';
import { cleanCode, coinsText, type Gift, isTooLong, minutesToWait } from './airdrop.rules.ts';

interface RedeemedProps {
  gift: Gift;
  onAnother: () => void;
}

/** What a coupon gave, what it is for and from when it counts, with links. */
function Redeemed({ gift, onAnother }: RedeemedProps) {
  const { t, i18n } = useLingui();
  const coins = coinsText(gift, i18n.locale);
  const hashrate = gift.hashrate === null ? undefined : amountText(gift.hashrate, i18n.locale);
  const figure = [coins, hashrate && t`${hashrate} hashrate`]
    .filter((part) => part !== undefined)
    .join(' + ');
  return (
    <Success label={t`Code redeemed`} lead={<Trans>You got</Trans>} figure={figure}>
      <div className="grid gap-2 text-sm text-pretty">
        {coins !== undefined && (
          <p className="m-0">
            <Trans>Added to your balance.</Trans>
          </p>
        )}
        {hashrate !== undefined && (
          <p className="m-0">
            <Trans>Your hashrate counts from your miner's next start.</Trans>
          </p>
        )}
      </div>
      <div className="grid gap-2">
        {coins !== undefined && (
          <Button wide look="secondary" icon="assets" onClick={() => void go('/pages/asset/index')}>
            <Trans>Asset Center</Trans>
          </Button>
        )}
        {hashrate !== undefined && (
          <Button wide look="secondary" icon="miner" onClick={() => void go('/pages/mining/index')}>
            <Trans>Miner Management</Trans>
          </Button>
        )}
        <Button wide look="ghost" onClick={onAnother}>
          <Trans>Redeem another code</Trans>
        </Button>
      </div>
    </Success>
  );
}

interface RedeemCardProps {
  /** Shows demo mode's coupon. */
  sample: boolean;
}

export function RedeemCard({ sample }: RedeemCardProps) {
  const [gift, setGift] = useState<Gift>();
  const [spent, setSpent] = useState(false);
  const named = cleanCode(useParam('code') ?? '');
  const [link, setLink] = useState(named);
  // Another link was opened while the page is shown.
  if (named && named !== link) {
    setLink(named);
    setSpent(false);
    setGift(undefined);
  }
  // A reload or a way back would fill in the used code.
  useEffect(() => {
    if (spent) void go('/pages/airdrop/index', { replace: true });
  }, [spent]);
  const done = (got: Gift) => {
    setSpent(true);
    setGift(got);
  };
  return (
    <Card title={<Trans>Redeem a coupon</Trans>} tone={gift ? 'plain' : 'amber'}>
      {gift ? (
        <Redeemed gift={gift} onAnother={() => setGift(undefined)} />
      ) : (
        <CodeForm key={link} sample={sample} named={spent ? '' : link} onDone={done} />
      )}
    </Card>
  );
}

interface FormProps extends RedeemCardProps {
  /** The code in the latest link, until it is redeemed. */
  named: string;
  onDone: (gift: Gift) => void;
}

function CodeForm({ sample, named, onDone }: FormProps) {
  const { t } = useLingui();
  const online = useOnline();
  const [code, setCode] = useDraft('coupon', named);
  const [refusal, setRefusal] = useState<ReactNode>();
  const [tried, setTried] = useState(false);
  const redeem = useAct('POST /api/assets/redeem', {
    shownIn: { open: true, done: t`Code redeemed` },
    onDone,
    onError: (error) => {
      setRefusal(reasonOf(error));
      return true;
    },
  });
  const tooLong = isTooLong(code);
  const rule = <Trans>Up to {COUPON_LENGTH} letters, digits and hyphens</Trans>;
  const type = (text: string) => {
    setRefusal(undefined);
    setTried(false);
    setCode(cleanCode(text));
  };
  return (
    <Form
      onSubmit={() => {
        setTried(true);
        if (!code || tooLong || !online || redeem.busy) return;
        setRefusal(undefined);
        void redeem.run({ code: code.toUpperCase() });
      }}
    >
      <Field
        label={<Trans>Coupon code</Trans>}
        value={code}
        onChange={type}
        className="[&_input]:uppercase"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        readOnly={redeem.busy}
        hint={rule}
        error={tooLong ? rule : tried && !code ? <Trans>Enter a coupon code</Trans> : refusal}
      />
      {sample && (
        <div className="flex flex-wrap items-center gap-1.5 rounded-control bg-wash p-1.5 text-sm text-balance">
          <p className="m-0 grow-99 basis-28 px-2.5">
            <Trans>Try this one:</Trans>
          </p>
          <Button
            look="secondary"
            size="sm"
            className="grow"
            disabled={redeem.busy}
            onClick={() => type(DEMO_COUPON.code)}
            aria-label={t`Fill in ${DEMO_COUPON.code}`}
          >
            {DEMO_COUPON.code}
          </Button>
        </div>
      )}
      <Button type="submit" wide busy={redeem.busy} disabled={!online}>
        <Trans>Redeem</Trans>
      </Button>
    </Form>
  );
}

/** Why nothing was given, with possible causes: the server does not say whether a code exists. */
function reasonOf(error: unknown): ReactNode {
  if (isRefusal(error, 'coupon_invalid') && error.data === null)
    return (
      <Trans>
        That code didn't work, and nothing changed. Check its spelling; it may be expired or used.
      </Trans>
    );
  if (isRefusal(error, 'too_many_requests')) {
    const minutes = minutesToWait(error.data);
    if (minutes !== null)
      return (
        <Trans>
          Too many wrong codes. Nothing changed. Try again in{' '}
          <Plural value={minutes} one="# minute" other="# minutes" />.
        </Trans>
      );
  }
  return failureText(error);
}
