// Fields, switches and a form.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { AmountEntry } from '#ui/amount-entry.tsx';
import { AmountField, AmountInput } from '#ui/amount-field.tsx';
import { tooLittleText } from '#ui/figure.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Checkbox, Switch } from '#ui/switch.tsx';
import { Piece } from './piece.tsx';

export function Page() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(0);
  const [text, setText] = useState('');
  const [amount, setAmount] = useState('12.5');
  const [days, setDays] = useState('30');
  const [on, setOn] = useState(true);
  const [sent, setSent] = useState('');
  const [search, setSearch] = useState('');
  return (
    <>
      <Piece of="Field">
        <Field
          label={t`Exchange UID`}
          value={text}
          onChange={setText}
          hint={t`8 to 128 characters without spaces`}
        />
        <Field label={t`Coupon code`} value={text} onChange={setText} error={t`Enter the address`} />
        <Field label={t`Exchange address`} value="0x2649…5Ebf" onChange={setText} disabled />
      </Piece>
      <Piece of="AmountEntry" note="Grouped while typing; pasted text is read strictly.">
        <AmountEntry
          label={t`Amount to stake`}
          value={amount}
          onChange={setAmount}
          coin="ADIT"
          max="12345.678"
          price="0.01"
          error={Number(amount) > 12345.678 && tooLittleText('12,345.678 ADIT')}
        />
        <AmountEntry label={t`Amount`} value="" onChange={setAmount} coin="USDT" disabled />
      </Piece>
      <Piece of="AmountField" note="More than 100 is too much.">
        <AmountField
          label={t`Amount`}
          value={amount}
          onChange={setAmount}
          coin="USDT"
          error={Number(amount) > 100 && tooLittleText('100 USDT')}
        />
      </Piece>
      <Piece of="AmountInput" note="Try 1e3, then 1,000.">
        <AmountInput label={t`Days`} value={days} onChange={setDays} decimals={0} />
      </Piece>
      <Piece of="SearchField" note="Searches once typing pauses.">
        <SearchField
          label={t`Search activity`}
          search={search}
          longest={60}
          wordsIn={(typed) => typed.trim()}
          onSearch={setSearch}
        />
      </Piece>
      <Piece of="Switch" row>
        <Switch checked={on} onChange={setOn} label={t`Quiet hours`} />
        <Switch checked={!on} onChange={() => setOn(!on)} label={t`Hide amounts`} />
        <Switch checked onChange={setOn} label={t`Off`} disabled />
      </Piece>
      <Piece of="Checkbox">
        <Checkbox checked={on} onChange={setOn}>{t`I have read and agree`}</Checkbox>
      </Piece>
      <Piece of="Chip" row>
        {[t`Web3 Guess`, t`Race`, t`Staking`].map((way, at) => (
          <Chip key={way} name="way" checked={at === chosen} onChange={() => setChosen(at)}>
            {way}
          </Chip>
        ))}
      </Piece>
      <Piece of="Form" note="Its button stands outside of it and names it.">
        <Form id="sample" onSubmit={() => setSent(text)}>
          <Field label={t`Invite code`} value={text} onChange={setText} hint={sent} />
        </Form>
        <Button type="submit" form="sample">{t`Continue`}</Button>
      </Piece>
    </>
  );
}
