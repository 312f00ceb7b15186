// The welcome notice: read, tick, go on. The tick itself closes it, and takes a new account to what comes next.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { go } from '#lib/navigate.ts';
import { serverNow } from '#lib/time.ts';
import { Markdown } from '#ui/markdown-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { minerQuery, userQuery } from './home.queries.ts';
import { nextStep } from './home.rules.ts';
import { agreeTo } from './welcome.ts';

interface PopupProps {
  open: boolean;
  onClose: () => void;
  input: { version: string; body: string };
}

/** The tick is seen before the notice leaves. */
const SEEN_MS = 350;

export function Popup({ open, onClose, input }: PopupProps) {
  const { t } = useLingui();
  const [ticked, setTicked] = useState(false);
  const client = useQueryClient();
  const user = client.getQueryData(userQuery().queryKey);
  const miner = client.getQueryData(minerQuery().queryKey);
  const known = { signedIn: true, phase: 'logged_in', user, miner, asking: false, now: serverNow() } as const;
  const verifyNext = nextStep(known).kind === 'verify';
  const agree = () => {
    if (ticked) return;
    setTicked(true);
    agreeTo(input.version);
    setTimeout(() => {
      onClose();
      if (verifyNext) void go('/pages/authentication/index');
    }, SEEN_MS);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Before you start`}
      actions={
        <div>
          <Checkbox checked={ticked} onChange={agree}>
            <span className="text-[15px] font-semibold">
              <Trans>I have read and agree</Trans>
            </span>
          </Checkbox>
          {verifyNext && (
            <p className="m-0 pl-8 text-[13px] text-muted">
              <Trans>Takes you to the next step: verification.</Trans>
            </p>
          )}
        </div>
      }
    >
      <Markdown text={input.body} />
    </Sheet>
  );
}
