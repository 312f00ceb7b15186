// The sheet that saves the fund history as a CSV file: all of it, or what the filter shows.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '#api/errors.ts';
import { Notice } from '#ui/notice.tsx';
import { chooseTarget } from '#lib/save-file.ts';
import { serverNow } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { csvFile, exportHistory } from './export.ts';
import { dayOf, type Filter } from './history.rules.ts';

type State =
  | { at: 'choice' }
  | { at: 'running'; rows: number }
  | { at: 'done'; rows: number }
  | { at: 'failed'; why: string };

/** Thousands of rows arrive per second; the text is updated ten times a second. */
const TELL_EVERY_MS = 100;

function useExport() {
  const [state, setState] = useState<State>({ at: 'choice' });
  const running = useRef<AbortController | null>(null);
  const start = async (filter: Filter) => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    let reportedAt = 0;
    try {
      const target = await chooseTarget(csvFile(dayOf(new Date(serverNow()).toISOString())));
      if (!target) return;
      setState({ at: 'running', rows: 0 });
      const tell = (rows: number) => {
        if (performance.now() - reportedAt < TELL_EVERY_MS) return;
        reportedAt = performance.now();
        setState({ at: 'running', rows });
      };
      const rows = await exportHistory(filter, target, tell, own.signal);
      setState({ at: 'done', rows });
    } catch (error) {
      if (own.signal.aborted) setState({ at: 'choice' });
      // The error of a full or forbidden disk has a technical message that no user would understand.
      else setState({ at: 'failed', why: error instanceof ApiError ? errorText(error) : '' });
    } finally {
      running.current = null;
    }
  };
  return {
    state,
    start,
    stop: () => running.current?.abort(),
    reset: () => setState({ at: 'choice' }),
  };
}

interface ExportSheetProps {
  open: boolean;
  onClose: () => void;
  filter: Filter;
  /** The filter as text. */
  what: string;
}

export function ExportSheet({ open, onClose, filter, what }: ExportSheetProps) {
  const { t } = useLingui();
  const { state, start, stop, reset } = useExport();
  const filtered = Object.keys(filter).length > 0;
  const close = () => {
    stop();
    onClose();
    if (state.at !== 'running') reset();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      firm={state.at === 'running'}
      title={t`Export as CSV`}
      description={t`For spreadsheets: exact amounts, times in UTC.`}
      actions={
        state.at === 'running' ? (
          <Button wide look="secondary" onClick={stop}>
            <Trans>Cancel</Trans>
          </Button>
        ) : state.at === 'done' ? (
          <Button wide onClick={close}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <Button
              wide
              look={filtered ? 'secondary' : 'primary'}
              icon="download"
              onClick={() => void start({})}
            >
              <Trans>Export everything</Trans>
            </Button>
            {filtered && (
              <Button wide icon="download" onClick={() => void start(filter)}>
                <Trans>Export only: {what}</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      <div className="min-h-14" aria-live="polite">
        {state.at === 'choice' && (
          <p className="m-0 text-sm text-pretty text-muted">
            <Trans>One line per balance change, newest first.</Trans>
          </p>
        )}
        {state.at === 'running' && (
          <Notice icon="download">
            <Plural value={state.rows} one="# row so far" other="# rows so far" />
          </Notice>
        )}
        {state.at === 'done' && (
          <Notice tone="good" icon="check">
            <Plural value={state.rows} one="# row was saved." other="# rows were saved." />
          </Notice>
        )}
        {state.at === 'failed' && (
          <Notice tone="bad" icon="warn">
            {state.why} <Trans>Couldn't save the file. Try again.</Trans>
          </Notice>
        )}
      </div>
    </Sheet>
  );
}
