// The verification form: exchange, UID, address and two documents, sent in one go. Demo mode fills it with samples on one tap.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { DocumentField } from './document-field.tsx';
import { ExchangePicker } from './exchange-picker.tsx';
import type { Kyc, KycRules } from './kyc.queries.ts';
import {
  DOCUMENTS,
  type DocumentName,
  type Documents,
  type FieldName,
  placeFor,
  problemsOf,
  problemsOfRefusal,
  type Problems,
} from './kyc.rules.ts';
import { HELP, NAMES, problemWords, uidHelp } from './kyc.words.ts';
import { sample } from './sample.ts';
import { Sending } from './sending.tsx';
import { type Form, send, sendingAtom } from './submission.ts';
import { Summary } from './summary.tsx';
import { useDraft } from './use-draft.ts';
import { useLooseFiles } from './use-loose-files.ts';

interface KycFormProps {
  rules: KycRules;
  demo: boolean;
  /** What was submitted before, to be corrected. */
  kyc: Kyc;
}

const complete = (documents: Documents): documents is Required<Documents> =>
  documents.idDocument !== undefined && documents.addressDocument !== undefined;

export function KycForm({ rules, demo, kyc }: KycFormProps) {
  const { i18n } = useLingui();
  const { draft, preparing, change, type, pick, remove } = useDraft(rules, {
    exchangeUid: kyc.exchangeUid ?? '',
    exchangeAddress: kyc.exchangeAddress ?? '',
  });
  const { fields, documents, problems } = draft;
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const sending = useAtomValue(sendingAtom);
  const busy = sending !== null;

  useLooseFiles((file, place) => {
    const name = DOCUMENTS.find((each) => each === place) ?? placeFor(documents);
    if (!busy && name) void pick(name, file);
  });

  const refuse = (found: Problems) => {
    change(() => ({ problems: found }));
    setTries((count) => count + 1);
  };
  const start = (filled: Form) =>
    send(filled, kyc.submittedAt, ({ data }) => refuse(problemsOfRefusal(data, filled.fields)));
  const submit = () => {
    if (busy || preparing.length > 0) return;
    const found = problemsOf(fields, documents);
    if (Object.keys(found).length > 0 || !complete(documents)) refuse(found);
    else void start({ fields, documents });
  };
  const fillSample = async () => {
    try {
      const filled = await sample(fields.exchange || (rules.exchanges[0]?.id ?? ''));
      change(() => ({ ...filled, problems: {} }));
      await start(filled);
    } catch {
      toast(t`This browser cannot draw the sample documents. Please choose files instead.`, 'error');
    }
  };
  const wrong = (name: FieldName | DocumentName): string | undefined => {
    const problem = problems[name];
    return problem && i18n._(problemWords(name, problem));
  };
  const exchange = rules.exchanges.find(({ id }) => id === fields.exchange);
  const hints = {
    exchangeUid: exchange ? uidHelp(exchange.id, exchange.name) : HELP.exchangeUid,
    exchangeAddress: HELP.exchangeAddress,
  };

  return (
    <>
      {demo && (
        <Card tone="amber" title={<Trans>Demo mode</Trans>} className="min-[720px]:col-start-2">
          <p className="m-0 mb-3 text-sm text-pretty text-muted">
            <Trans>
              Sample documents are drawn on your device and submitted with a random UID. Nothing real is
              needed.
            </Trans>
          </p>
          <Button wide busy={busy} onClick={() => void fillSample()}>
            <Trans>Use sample documents</Trans>
          </Button>
        </Card>
      )}
      <Card
        title={<Trans>Your details</Trans>}
        className="min-[720px]:col-start-1 min-[720px]:row-span-2 min-[720px]:row-start-1"
      >
        <form
          ref={form}
          noValidate
          className="grid grid-cols-1 gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <ExchangePicker
            exchanges={rules.exchanges}
            value={fields.exchange}
            onChange={type('exchange')}
            error={wrong('exchange')}
            disabled={busy}
          />
          {(['exchangeUid', 'exchangeAddress'] as const).map((name) => (
            <Field
              key={name}
              data-place={name}
              label={i18n._(NAMES[name])}
              value={fields[name]}
              onChange={type(name)}
              hint={i18n._(hints[name])}
              error={wrong(name)}
              disabled={busy}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
            />
          ))}
          {DOCUMENTS.map((name) => (
            <DocumentField
              key={name}
              name={name}
              picked={documents[name]}
              preparing={preparing.includes(name)}
              onPick={(file) => void pick(name, file)}
              onRemove={() => remove(name)}
              mimeTypes={rules.mimeTypes}
              error={wrong(name)}
              disabled={busy}
            />
          ))}
          <p className="m-0 text-[13px] text-pretty text-muted">
            <Trans>
              JPEG, PNG, WebP or PDF, 8 MB at most each. Pictures are made smaller on your device, and place
              and camera data are taken out. Documents are stored encrypted and are never shown on any page.
            </Trans>
          </p>
          {tries > 0 && <Summary key={tries} problems={problems} form={form} />}
          {sending ? (
            <Sending state={sending} />
          ) : (
            <Button type="submit" wide look={demo ? 'dark' : 'primary'}>
              <Trans>Submit</Trans>
            </Button>
          )}
        </form>
      </Card>
    </>
  );
}
