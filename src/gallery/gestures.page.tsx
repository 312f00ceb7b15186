// Gestures besides a tap, each with the button that does the same, and haptics.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { feel } from '#ui/haptics.ts';
import { HELD, useLongPress } from '#ui/long-press.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Piece } from './piece.tsx';

const FELT = ['held', 'done', 'warn'] as const;
const BUSY_MS = 1200;

export function Page() {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [held, setHeld] = useState(0);
  const [tapped, setTapped] = useState(0);
  const press = useLongPress(() => setHeld(held + 1));
  const refresh = () => {
    setBusy(true);
    setTimeout(() => setBusy(false), BUSY_MS);
  };
  return (
    <>
      <Piece of="PullToRefresh" note="45 px at the top of the page; the button does the same.">
        <PullToRefresh busy={busy} onRefresh={refresh} />
        <div className="flex items-center justify-between rounded-card bg-white p-4 shadow-card">
          Pull me down
          <IconButton icon="refresh" label={t`Refresh`} aria-busy={busy} onClick={refresh} />
        </div>
      </Piece>
      <Piece of="Long press" note="350 ms, given up after 10 px; a long press is no tap.">
        <button
          type="button"
          {...press}
          onClick={() => setTapped(tapped + 1)}
          className={cx('figures rounded-card bg-white p-6 shadow-card', HELD)}
        >
          held {held}, tapped {tapped}
        </button>
      </Piece>
      <Piece of="Haptics" note="Nothing where nothing shall move." row>
        {FELT.map((what) => (
          <Button key={what} look="secondary" onClick={() => feel(what)}>
            {what}
          </Button>
        ))}
      </Piece>
    </>
  );
}
