// The verification form: exchange, UID, address and two documents, sent in one go. Demo mode fills it with samples on one tap.
import { HEAD_BYTES } from '#contract/documents.ts';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '#lib/online.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import { DocumentField } from './document-field.tsx';
import { ExchangePicker } from './exchange-picker.tsx';
import type { KycRules } from './kyc.queries.ts';
import {
  DOCUMENTS,
  documentProblem,
  type Documents,
  type DocumentName,
  type FieldName,
  type Fields,
  problemsOf,
  type Problems,
} from './kyc.rules.ts';
import { HELP, NAMES, problemWords } from './kyc.words.ts';
import { sample } from './sample.ts';
import { useSubmission } from './submission.ts';

const EMPTY: Fields = { exchange: '', exchangeUid: '', exchangeAddress: '' };

interface KycFormProps {
  rules: KycRules;
  demo: boolean;
  /** What was submitted before, to be corrected. */
  start?: Partial<Fields>;
}

const complete = (documents: Documents): documents is Required<Documents> =>
  documents.idDocument !== undefined && documents.addressDocument !== undefined;

export function KycForm({ rules, demo, start }: KycFormProps) {
  const { i18n } = useLingui();
  const [fields, setFields] = useState<Fields>({ ...EMPTY, ...start });
  const [documents, setDocuments] = useState<Documents>({});
  const [problems, setProblems] = useState<Problems>({});
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const refuse = (found: Problems) => {
    setProblems(found);
    setTries((count) => count + 1);
  };
  const { send, progress } = useSubmission(refuse);
  const busy = progress !== null;
  const online = useOnline();

  useEffect(() => {
    if (tries === 0) return;
    const first = form.current?.querySelector<HTMLInputElement>(
      '[data-wrong] input, input[aria-invalid="true"]',
    );
    first?.focus({ preventScroll: true });
    first?.parentElement?.scrollIntoView({ block: 'center' });
  }, [tries]);

  const clear = (name: FieldName | DocumentName) => setProblems(({ [name]: _, ...rest }) => rest);
  const type = (name: FieldName) => (value: string) => {
    setFields((old) => ({ ...old, [name]: value }));
    clear(name);
  };
  const pick = (name: DocumentName) => async (file: File) => {
    const head = new Uint8Array(
      await file
        .slice(0, HEAD_BYTES)
        .arrayBuffer()
        .catch(() => new ArrayBuffer(0)),
    );
    const problem = documentProblem(file.size, head, rules);
    setDocuments((old) => ({ ...old, [name]: problem === null ? file : undefined }));
    setProblems(({ [name]: _, ...rest }) => (problem === null ? rest : { ...rest, [name]: problem }));
  };
  const submit = () => {
    if (busy) return;
    const found = problemsOf(fields, documents);
    const [first] = Object.entries(found) as [keyof Problems, NonNullable<Problems[keyof Problems]>][];
    if (first || !complete(documents)) {
      refuse(found);
      if (first) toast(i18n._(problemWords(...first)), 'error');
    } else void send({ fields, documents });
  };
  const fillSample = async () => {
    try {
      const filled = await sample(fields.exchange || (rules.exchanges[0]?.id ?? ''));
      setFields(filled.fields);
      setDocuments(filled.documents);
      setProblems({});
      await send(filled);
    } catch {
      toast(t`This browser cannot draw the sample documents. Please choose files instead.`, 'error');
    }
  };
  const wrong = (name: FieldName | DocumentName): string | undefined => {
    const problem = problems[name];
    return problem && i18n._(problemWords(name, problem));
  };

  return (
    <>
      {demo && (
        <Card tone="amber" title={<Trans>Demo mode</Trans>}>
          <p className="m-0 mb-3 text-sm text-pretty text-muted">
            <Trans>
              Sample documents are drawn on your device and submitted with a random UID. Nothing real is
              needed.
            </Trans>
          </p>
          <Button wide busy={busy} disabled={!online} onClick={() => void fillSample()}>
            <Trans>Use sample documents</Trans>
          </Button>
        </Card>
      )}
      <Card title={<Trans>Your details</Trans>}>
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
              label={i18n._(NAMES[name])}
              value={fields[name]}
              onChange={type(name)}
              hint={i18n._(HELP[name])}
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
              file={documents[name]}
              onPick={(file) => void pick(name)(file)}
              onRemove={() => setDocuments((old) => ({ ...old, [name]: undefined }))}
              mimeTypes={rules.mimeTypes}
              error={wrong(name)}
              disabled={busy}
            />
          ))}
          <p className="m-0 text-[13px] text-pretty text-muted">
            <Trans>
              Documents are stored encrypted and are never shown on any page. JPEG, PNG, WebP or PDF, 8 MB at
              most each.
            </Trans>
          </p>
          {progress !== null && <ProgressBar share={progress} label={t`Upload`} />}
          {!online && !busy && (
            <Notice icon="offline">
              <Trans>
                Documents are sent with a connection only and are never kept on the device. What you have
                entered stays here while this page is open.
              </Trans>
            </Notice>
          )}
          <Button type="submit" wide look={demo ? 'dark' : 'primary'} busy={busy} disabled={!online}>
            <Trans>Submit</Trans>
          </Button>
        </form>
      </Card>
    </>
  );
}
