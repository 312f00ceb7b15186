// The welcome notice. Continue always proceeds, and takes a new account to the next step; the tick means that it need
// not be shown again. The tick counts however the notice is closed.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cached } from '#api/queries.ts';
import { go } from '#lib/navigate.ts';
import type { PopupProps } from '#lib/popups.ts';
import { serverNow } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Markdown } from '#ui/markdown-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { userQuery } from './home.queries.ts';
import { nextStep } from './home.rules.ts';
import { agreeTo } from './welcome.ts';

export function Popup({ open, onClose, input }: PopupProps<'welcome'>) {
  const { t } = useLingui();
  const [ticked, setTicked] = useState(false);
  const client = useQueryClient();
  const user = client.getQueryData(userQuery().queryKey);
  const miner = client.getQueryData(cached('GET /api/mining/index').queryKey);
  const verifyNext = nextStep({ user, miner, asking: false, now: serverNow() }).kind === 'verify';
  const close = () => {
    if (ticked) agreeTo(input.version);
    onClose();
  };
  const goOn = () => {
    close();
    if (verifyNext) void go('/pages/authentication/index');
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t`Before you start`}
      actions={
        <div>
          <Checkbox checked={ticked} onChange={setTicked}>
            <span className="text-base font-semibold">
              <Trans>I have read and agree</Trans>
            </span>
          </Checkbox>
          <p role="status" className="m-0 mb-3 pl-8 text-sm text-muted">
            {ticked ? (
              <Trans>We won't show this again.</Trans>
            ) : (
              <Trans>We'll show this again next time.</Trans>
            )}
          </p>
          <Button wide onClick={goOn}>
            {verifyNext ? <Trans>Continue to verification</Trans> : <Trans>Continue</Trans>}
          </Button>
        </div>
      }
    >
      <Markdown text={input.body} />
    </Sheet>
  );
}
