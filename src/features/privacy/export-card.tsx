// All data of the account as a file: everything as JSON, the fund history also as CSV.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '#lib/online.ts';
import { serverNow } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import type { Input } from '#contract';
import { download } from '#api/download.ts';
import { ApiError, errorText } from '#api/errors.ts';
import { chooseTarget, type FileKind, saveStream } from '#lib/save-file.ts';

type FileCall = Parameters<typeof download>[0];

type Saving =
  | { at: 'rest' }
  | { at: 'running'; bytes: number }
  | { at: 'done'; bytes: number }
  /** `why` is empty for a full or forbidden disk, whose own message no user would understand. */
  | { at: 'failed'; why: string };

/** Dozens of parts arrive per second; the text is updated ten times a second. */
const TELL_EVERY_MS = 100;

/** Saves one of the account's files: one at a time, with progress and a way to stop. */
function useSave() {
  const [state, setState] = useState<Saving>({ at: 'rest' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async <K extends FileCall>(name: K, input: Input<K>, kind: FileKind) => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    let [bytes, reportedAt] = [0, 0];
    const count = (part: Uint8Array) => {
      bytes += part.length;
      if (performance.now() - reportedAt < TELL_EVERY_MS) return;
      reportedAt = performance.now();
      setState({ at: 'running', bytes });
    };
    try {
      const target = await chooseTarget(kind);
      if (!target) return;
      setState({ at: 'running', bytes: 0 });
      await saveStream(() => download(name, input, own.signal), target, count, own.signal);
      setState({ at: 'done', bytes });
    } catch (error) {
      if (own.signal.aborted) setState({ at: 'rest' });
      else setState({ at: 'failed', why: error instanceof ApiError ? errorText(error) : '' });
    } finally {
      running.current = null;
    }
  };
  return { state, start, stop: () => running.current?.abort() };
}

const today = (): string => new Date(serverNow()).toISOString().slice(0, 10);
const json = () => ({
  name: `adit-data-${today()}.json`,
  description: 'JSON',
  mime: 'application/json',
  ending: '.json' as const,
});
const csv = () => ({
  name: `adit-fund-history-${today()}.csv`,
  description: 'CSV',
  mime: 'text/csv',
  ending: '.csv' as const,
});

export function ExportCard() {
  const { state, start, stop } = useSave();
  const online = useOnline();
  const busy = state.at === 'running';
  return (
    <Card title={<Trans>Download your data</Trans>}>
      <div className="grid gap-3">
        <p className="m-0 text-sm text-pretty">
          <Trans>Everything we keep about you, except your documents.</Trans>
        </p>
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          <Progress state={state} />
          {!online && <OfflineNotice />}
        </div>
        {busy ? (
          <Button wide look="secondary" onClick={stop}>
            <Trans>Cancel</Trans>
          </Button>
        ) : (
          <div className="grid gap-2">
            <Button
              wide
              look="secondary"
              icon="download"
              disabled={!online}
              onClick={() => void start('GET /api/user/export', {}, json())}
            >
              <Trans>Everything (JSON)</Trans>
            </Button>
            <Button
              wide
              look="ghost"
              icon="download"
              disabled={!online}
              onClick={() => void start('GET /api/assets/export', {}, csv())}
            >
              <Trans>Fund history (CSV)</Trans>
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Progress({ state }: { state: Saving }) {
  const { i18n } = useLingui();
  const sizeText = (bytes: number) =>
    new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
      Math.ceil(bytes / 1000),
    );
  switch (state.at) {
    case 'rest':
      return null;
    case 'running':
      return (
        <Notice icon="download">
          <Trans>{sizeText(state.bytes)} so far</Trans>
        </Notice>
      );
    case 'done':
      return (
        <Notice tone="good" icon="check">
          <Trans>Saved: {sizeText(state.bytes)}.</Trans>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="bad" icon="warn">
          {state.why} <Trans>Couldn't save the file. Try again.</Trans>
        </Notice>
      );
  }
}
