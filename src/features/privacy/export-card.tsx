// All data of the account as a file: everything as JSON, the fund history also as CSV.
import { Trans, useLingui } from '@lingui/react/macro';
import { sizeText } from '#lib/file-size.ts';
import { useOnline } from '#lib/online.ts';
import { localDay } from '#lib/day.ts';
import { serverNow } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { csvFile, type Saving, useSave } from '#api/use-save.ts';

const json = () => ({
  name: `adit-data-${localDay(serverNow())}.json`,
  description: 'JSON',
  mime: 'application/json',
  ending: '.json' as const,
});

export function ExportCard() {
  const { state, start, stop } = useSave((part) => part.length);
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
              onClick={() => void start('GET /api/assets/export', {}, csvFile())}
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
  switch (state.at) {
    case 'rest':
      return null;
    case 'running':
      return (
        <Notice icon="download">
          <Trans>{sizeText(state.size, i18n.locale)} so far</Trans>
        </Notice>
      );
    case 'done':
      return (
        <Notice tone="good" icon="check">
          <Trans>Saved: {sizeText(state.size, i18n.locale)}.</Trans>
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
