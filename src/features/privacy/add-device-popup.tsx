// Shows a code with which another device asks to be signed in, and asks for confirmation.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAct } from '#api/act.ts';
import { call } from '#api/client.ts';
import { errorText, isClaimOnly } from '#api/errors.ts';
import type { Output } from '#contract';
import type { PopupProps } from '#lib/popups.ts';
import { clockText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy.tsx';
import { eachOpening } from '#ui/each-opening.tsx';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { QrCode } from '#ui/qr-code.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/views.tsx';
import { grouped, pairLink } from './devices.rules.ts';

type Code = Output<'POST /api/auth/pair'>;
type Joined = NonNullable<NonNullable<Output<'GET /api/auth/pair'>['open']>['joined']>;

const LOOK_MS = 2000;
const CODE_MS = 15_000;

type View =
  | { at: 'asking' }
  | { at: 'failed'; error: unknown }
  | { at: 'shown'; code: string; until: number; error: Error | null }
  | { at: 'joined'; joined: Joined }
  | { at: 'expired' }
  | { at: 'done'; name: string };

function usePairing(open: boolean) {
  const [code, setCode] = useState<Code>();
  const [error, setError] = useState<unknown>();
  /** Stays while the answer is on its way: the code is already used up. */
  const [accepted, setAccepted] = useState<Joined>();
  const [done, setDone] = useState<string>();
  const now = useNow();
  const make = useAct('POST /api/auth/pair', {
    // Nothing else is shown until there is a code. Each try has its own key: a new code replaces the last one.
    by: (input) => call('POST /api/auth/pair', input, { timeoutMs: CODE_MS }),
    onDone: setCode,
    onError: (failed) => {
      setError(failed);
      return true;
    },
  });
  const poll = useQuery({
    queryKey: ['GET /api/auth/pair', code?.code],
    queryFn: ({ signal }) => call('GET /api/auth/pair', {}, { signal, backOff: true }),
    enabled: open && code !== undefined && done === undefined,
    refetchInterval: LOOK_MS,
    gcTime: 0,
  });
  const joined = accepted ?? poll.data?.open?.joined;
  const name = joined?.name ?? '';
  const confirm = useAct('POST /api/auth/pair/confirm', {
    shownIn: { open, done: t`${name} is signed in.` },
  });
  const anew = () => {
    setError(undefined);
    setCode(undefined);
    void make.run({});
  };
  const begin = useEffectEvent(() => void make.run({}));
  useEffect(() => {
    if (open) begin();
  }, [open]);
  const view = (): View => {
    const state = poll.data?.open;
    const until = Date.parse(state?.expiresAt ?? code?.expiresAt ?? '');
    if (done !== undefined) return { at: 'done', name: done };
    if (error !== undefined) return { at: 'failed', error };
    if (!code) return { at: 'asking' };
    if (accepted) return { at: 'joined', joined: accepted };
    if (state === null || now >= until) return { at: 'expired' };
    return joined ? { at: 'joined', joined } : { at: 'shown', code: code.code, until, error: poll.error };
  };
  const accept = async (joined: Joined) => {
    setAccepted(joined);
    if (await confirm.run({ pairing: joined.pairing })) setDone(joined.name);
    setAccepted(undefined);
  };
  return { view: view(), anew, accept, accepting: confirm.busy };
}

const text = (children: ReactNode) => <p className="m-0 text-base text-pretty">{children}</p>;

function ShownCode({ code, until, error }: Extract<View, { at: 'shown' }>) {
  const { t } = useLingui();
  const left = clockText(until - useNow()).slice(3);
  return (
    <div className="grid gap-4">
      <div className="rounded-card bg-wash px-4 py-4 text-center">
        <p className="figures m-0 text-4xl font-semibold tracking-wide whitespace-nowrap">{grouped(code)}</p>
        <p className="m-0 mt-1 flex items-center justify-center gap-1 text-sm text-muted">
          <span>
            <Trans>
              Expires in{' '}
              <time role="timer" className="figures">
                {left}
              </time>
            </Trans>
          </span>
          <CopyButton text={code} label={t`Copy code`} />
        </p>
      </div>
      {error && (
        <Notice tone="amber" icon="offline">
          {error.message}
        </Notice>
      )}
      {text(<Trans>On the other device, tap “Connect wallet”, then “Use a code from another device”.</Trans>)}
      <div>
        <QrCode text={pairLink(location.origin, code)} label={t`QR code`} className="mx-auto w-44" />
        <p className="m-0 text-center text-sm text-pretty text-muted">
          <Trans>Or scan this with the other device.</Trans>
        </p>
      </div>
    </div>
  );
}

function Content({ view }: { view: View }) {
  switch (view.at) {
    case 'asking':
      return <Skeleton className="h-96 rounded-card!" />;
    case 'failed':
      return (
        <Notice tone="bad" icon="warn">
          {errorText(view.error)}
        </Notice>
      );
    case 'shown':
      return <ShownCode {...view} />;
    case 'joined': {
      const { name } = view.joined;
      return (
        <div className="grid gap-2">
          <p className="m-0 text-base font-semibold text-pretty wrap-anywhere">
            {t`${name} wants to sign in.`}
          </p>
          {text(<Trans>It can only view and claim.</Trans>)}
        </div>
      );
    }
    case 'expired':
      return (
        <Notice icon="clock">
          <Trans>This code has expired.</Trans>
        </Notice>
      );
    case 'done': {
      const { name } = view;
      return (
        <Notice tone="good" icon="check">
          {t`${name} is signed in.`}
        </Notice>
      );
    }
  }
}

function Opening({ open, onClose }: PopupProps<'addDevice'>) {
  const { view, anew, accept, accepting } = usePairing(open);
  // The previous step's focused element is gone.
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (view.at !== 'asking') start.current?.focus({ preventScroll: true });
  }, [view.at]);
  const actions = () => {
    switch (view.at) {
      case 'failed':
        return (
          !isClaimOnly(view.error) && (
            <Button wide onClick={anew}>
              <Trans>Try again</Trans>
            </Button>
          )
        );
      case 'joined':
        return (
          <>
            <Button wide look="secondary" disabled={accepting} onClick={anew}>
              <Trans>Not mine</Trans>
            </Button>
            <Button wide busy={accepting} onClick={() => void accept(view.joined)}>
              <Trans>Sign in</Trans>
            </Button>
          </>
        );
      case 'expired':
        return (
          <Button wide onClick={anew}>
            <Trans>New code</Trans>
          </Button>
        );
      case 'done':
        return (
          <Button wide onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        );
      default:
        return undefined;
    }
  };
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Add a device</Trans>} actions={actions()}>
      <div ref={start} tabIndex={-1} className="outline-none">
        <Content view={view} />
      </div>
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
