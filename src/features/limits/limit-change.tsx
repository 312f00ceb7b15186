// A new daily limit: its field, what it would do and when, and taking the limit away.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Limits } from '#api/limits.rules.ts';
import { BRAND } from '#lib/brand.ts';
import { useDraft } from '#lib/drafts.ts';
import { timeWithin } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { openAdit } from '#ui/figure.ts';
import { useNow } from '#ui/now.ts';
import { effectOf, isLimit, RAISE_MS } from './limits.rules.ts';
import type { UseLimits } from './use-limits.ts';

interface LimitChangeProps {
  data: Limits;
  state: UseLimits;
  online: boolean;
}

export function LimitChange({ data, state, online }: LimitChangeProps) {
  const { i18n } = useLingui();
  const [typed, setTyped] = useDraft('limit', '');
  const valid = isLimit(typed);
  const set = async (limit: string | null) => {
    if (!(await state.limit(limit))) return;
    // What was typed meanwhile stays.
    setTyped((now) => (now === limit ? '' : now));
    toast(
      effectOf(data, limit) === 'later' ? t`Noted: it holds in 24 hours` : t`The limit holds now`,
      'success',
    );
  };
  const refusal = state.refusalOf('limit');
  return (
    <Form
      className="grid gap-2"
      onSubmit={() => {
        if (valid && online) void set(typed);
      }}
    >
      <AmountField
        label={<Trans>New limit a day</Trans>}
        value={typed}
        onChange={(text) => {
          state.forget();
          setTyped(text);
        }}
        coin={BRAND.symbol}
        zero
        hint={<Effect data={data} typed={valid ? typed : null} />}
        error={refusal}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="sm" type="submit" busy={state.busy === 'limit'} disabled={!online}>
          {valid ? <Trans>Set {openAdit(typed, i18n.locale)} a day</Trans> : <Trans>Set the limit</Trans>}
        </Button>
        {data.dailyBetLimit !== null && !(data.pendingAt !== null && data.pendingLimit === null) && (
          <Button
            look="ghost"
            size="sm"
            disabled={!online || state.busy !== null}
            onClick={() => void set(null)}
          >
            <Trans>Remove the limit in 24 hours</Trans>
          </Button>
        )}
      </div>
    </Form>
  );
}

/** What the typed limit would do, before it is set. */
function Effect({ data, typed }: { data: Limits; typed: string | null }) {
  const { i18n } = useLingui();
  const now = useNow(30_000);
  if (typed === null)
    return (
      <Trans>A lower limit holds at once, a higher one 24 hours later. With 0 nothing can be bet.</Trans>
    );
  const from = timeWithin(now + RAISE_MS, i18n.locale);
  switch (effectOf(data, typed)) {
    case 'now':
      return <Trans>Holds at once.</Trans>;
    case 'later':
      return <Trans>Higher than now: begins {from}. Until then the present limit holds.</Trans>;
    case 'drops':
      return <Trans>This is the present limit. The higher one that waits would no longer come.</Trans>;
    case 'same':
      return <Trans>This is the present limit.</Trans>;
  }
}
