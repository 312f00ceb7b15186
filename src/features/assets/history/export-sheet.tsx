// The sheet that saves the fund history as a CSV file: all of it, or what the filter shows.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { csvFile, useSave } from '#api/use-save.ts';
import { Notice } from '#ui/notice.tsx';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { type Filter, linesIn } from './history.rules.ts';

/** The first line is the header. */
const rowsIn = (lines: number): number => Math.max(0, lines - 1);

interface ExportSheetProps {
  open: boolean;
  onClose: () => void;
  filter: Filter;
  /** The filter as text. */
  what: string;
}

export function ExportSheet({ open, onClose, filter, what }: ExportSheetProps) {
  const { t } = useLingui();
  const { state, start, stop, reset } = useSave(linesIn);
  const save = (wanted: Filter) => void start('GET /api/assets/export', wanted, csvFile());
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
            <Button wide look={filtered ? 'secondary' : 'primary'} icon="download" onClick={() => save({})}>
              <Trans>Export everything</Trans>
            </Button>
            {filtered && (
              <Button wide icon="download" onClick={() => save(filter)}>
                <Trans>Export only: {what}</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      <div className="min-h-14" aria-live="polite">
        {state.at === 'rest' && (
          <p className="m-0 text-sm text-pretty text-muted">
            <Trans>One line per balance change, newest first.</Trans>
          </p>
        )}
        {state.at === 'running' && (
          <Notice icon="download">
            <Plural value={rowsIn(state.size)} one="# row so far" other="# rows so far" />
          </Notice>
        )}
        {state.at === 'done' && (
          <Notice tone="good" icon="check">
            <Plural value={rowsIn(state.size)} one="# row was saved." other="# rows were saved." />
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
