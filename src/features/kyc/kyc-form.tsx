// The verification form: exchange, UID, address and two documents, sent together. Demo mode fills it with samples on
// one tap.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { hexDigits } from '#lib/ids.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { DocumentField } from './document-field.tsx';
import { ExchangePicker } from './exchange-picker.tsx';
import type { Kyc, KycRules } from './kyc.queries.ts';
import {
  type DocumentName,
  DOCUMENTS,
  type Documents,
  type FieldName,
  type Fields,
  type Picked,
  placeFor,
  type Problem,
  type Problems,
  problemsOf,
  problemsOfRefusal,
} from './kyc.rules.ts';
import { HELP, NAMES, problemWords, uidHelp } from './kyc.words.ts';
import { Sending } from './sending.tsx';
import { type Form, send, sendingAtom } from './submission.ts';
import { useDraft } from './use-draft.ts';

const WIDTH = 640;
const HEIGHT = 400;

/** A picture with a heading and lines of text, as a PNG file. Rejects when the browser cannot draw. */
async function drawn(name: string, heading: string, lines: readonly string[]): Promise<Picked> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw on a canvas');
  pen.fillStyle = '#f0f2f5';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = '#12161f';
  pen.fillRect(0, 0, WIDTH, 88);
  pen.fillStyle = '#f5a524';
  pen.font = '600 34px sans-serif';
  pen.fillText(heading, 32, 56, WIDTH - 64);
  pen.fillStyle = '#171b24';
  pen.font = '24px sans-serif';
  for (const [row, line] of lines.entries()) pen.fillText(line, 32, 140 + row * 46, WIDTH - 64);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the canvas gave no picture');
  return { file: new File([blob], name, { type: 'image/png' }), was: blob.size, note: 'untouched' };
}

const randomHex = (bytes: number): string => hexDigits(crypto.getRandomValues(new Uint8Array(bytes)));

/** Fields and documents that a verification accepts; a UID verifies only one account, so each UID is new. */
async function sample(exchange: string): Promise<{ fields: Fields; documents: Required<Documents> }> {
  const uid = `demo-${randomHex(5)}`;
  const [idDocument, addressDocument] = await Promise.all([
    drawn('sample-id.png', 'SAMPLE ID DOCUMENT', [
      'Not a real document',
      'Name: Demo Visitor',
      `Number: ${uid}`,
    ]),
    drawn('sample-address.png', 'SAMPLE ADDRESS DOCUMENT', [
      'Not a real document',
      'Demo Visitor',
      '1 Lamp Street, Adit',
    ]),
  ]);
  return {
    fields: { exchange, exchangeUid: uid, exchangeAddress: `0x${randomHex(20)}` },
    documents: { idDocument, addressDocument },
  };
}

interface SummaryProps {
  problems: Problems;
  form: RefObject<HTMLFormElement | null>;
}

/** What keeps the form from being sent, shown next to the button: the list gets the focus and links to each field. */
function Summary({ problems, form }: SummaryProps) {
  const { i18n } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const found = Object.entries(problems) as [keyof typeof NAMES, Problem][];
  if (found.length === 0) return null;
  const lead = (place: string) => {
    const input = form.current?.querySelector<HTMLInputElement>(
      `input[data-place=${place}], [data-place=${place}] input, [data-document=${place}] input`,
    );
    input?.focus({ preventScroll: true });
    input?.parentElement?.scrollIntoView({ block: 'center' });
  };
  return (
    <div ref={list} tabIndex={-1} role="group" aria-labelledby="kyc-problems" className="scroll-my-24">
      <Notice tone="bad" icon="warn">
        <p id="kyc-problems" className="m-0 font-semibold">
          <Trans>Not sent yet. Check these:</Trans>
        </p>
        <ul className="m-0 list-none p-0">
          {found.map(([place, problem]) => (
            <li key={place}>
              <button
                type="button"
                onClick={() => lead(place)}
                className="min-h-11 w-full py-1.5 text-left leading-snug underline underline-offset-4"
              >
                {problem !== 'missing' && `${i18n._(NAMES[place])}: `}
                {i18n._(problemWords(place, problem))}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** `take` receives a file and the form field that it was meant for, if any. */
function useLooseFiles(take: (file: File, place: string | undefined) => void): void {
  const given = useEffectEvent(take);
  useEffect(() => {
    const placeOf = (target: EventTarget | null) =>
      target instanceof Element
        ? target.closest<HTMLElement>('[data-document]')?.dataset['document']
        : undefined;
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      // A spreadsheet copies a picture of its cells beside their text.
      const isText = ['text/plain', 'text/html'].every((type) => event.clipboardData?.types.includes(type));
      if (!file || (isText && event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      given(file, placeOf(event.target));
    };
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented && placeOf(event.target) !== undefined) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) given(file, undefined);
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
}

interface KycFormProps {
  rules: KycRules;
  demo: boolean;
  /** The previous submission, to be corrected. */
  kyc: Kyc;
}

const complete = (documents: Documents): documents is Required<Documents> =>
  documents.idDocument !== undefined && documents.addressDocument !== undefined;

export function KycForm({ rules, demo, kyc }: KycFormProps) {
  const { i18n } = useLingui();
  const { draft, preparing, change, type, pick, remove } = useDraft(rules, {
    exchange: rules.exchanges.find(({ id }) => id === kyc.exchange)?.id ?? '',
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
      toast(t`This browser can't make samples. Choose files instead.`, 'error');
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
            <Trans>We'll make up sample documents and a UID. You don't need anything real.</Trans>
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
          className="grid gap-5"
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
          <p className="m-0 text-sm text-pretty text-muted">
            <Trans>
              JPEG, PNG, WebP or PDF, up to 8 MB each. We strip location and camera data from pictures and
              store documents encrypted.
            </Trans>
          </p>
          {tries > 0 && <Summary key={tries} problems={problems} form={form} />}
          {sending ? (
            <Sending state={sending} />
          ) : (
            <Button type="submit" wide look={demo ? 'dark' : 'primary'} busy={preparing.length > 0}>
              <Trans>Submit</Trans>
            </Button>
          )}
        </form>
      </Card>
    </>
  );
}
