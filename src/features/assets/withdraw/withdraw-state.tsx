// A withdrawal's state in a sentence, read out when it changes.
import { Trans, useLingui } from '@lingui/react/macro';
import { type FundRecord, STATE_SENTENCES } from '#features/assets/record-words.ts';
import { useNow } from '#ui/now.ts';
import { waitsLong } from './withdraw.rules.ts';

export function StateSentence({ record }: { record: Pick<FundRecord, 'state' | 'time'> }) {
  const { i18n } = useLingui();
  const now = useNow(5000);
  return (
    <p role="status" className="m-0 text-sm text-pretty text-muted">
      {waitsLong(record, now) ? (
        <Trans>This is taking longer than usual: a person checks large withdrawals. Nothing is lost.</Trans>
      ) : (
        i18n._(STATE_SENTENCES[record.state])
      )}
    </p>
  );
}
