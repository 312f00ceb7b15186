// All data of the account as a file: everything as JSON, the fund history also as CSV.
import { Trans, useLingui } from '@lingui/react/macro';
import { useOnline } from '#lib/online.ts';
import { serverNow } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Saving, useSave } from './use-save.ts';

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
    <Card title={<Trans>Your data as a file</Trans>}>
      <div className="grid gap-3">
        <p className="m-0 text-sm text-pretty">
          <Trans>
            Everything that is kept about your account, in a file that people and programs can read. Documents
            are named in it, not contained. It can be made a few times an hour.
          </Trans>
        </p>
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          <Progress state={state} />
          {!online && (
            <Notice icon="offline">
              <Trans>You are offline. The file is made by the server and needs a connection.</Trans>
            </Notice>
          )}
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
          <Trans>The file was saved: {sizeText(state.bytes)}.</Trans>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="bad" icon="warn">
          {state.why} <Trans>No file was saved. You can try again.</Trans>
        </Notice>
      );
  }
}
