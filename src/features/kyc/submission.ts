// Sends a verification: one at a time, with progress, and the same Idempotency-Key while an answer is missing for the same form.
import { useRef, useState } from 'react';
import { tellError } from '#api/act.ts';
import { isRefusal } from '#api/errors.ts';
import { upload } from '#api/upload.ts';
import { uuid } from '#lib/ids.ts';
import { askKyc } from './kyc.queries.ts';
import { type Documents, type Fields, type Problems, problemsOfRefusal } from './kyc.rules.ts';

interface Form {
  fields: Fields;
  documents: Required<Documents>;
}

const same = (a: Form | undefined, b: Form): boolean =>
  a !== undefined &&
  JSON.stringify(a.fields) === JSON.stringify(b.fields) &&
  a.documents.idDocument === b.documents.idDocument &&
  a.documents.addressDocument === b.documents.addressDocument;

const trimmed = ({ exchange, exchangeUid, exchangeAddress }: Fields): Fields => ({
  exchange,
  exchangeUid: exchangeUid.trim(),
  exchangeAddress: exchangeAddress.trim(),
});

/** `progress` is the share that has been sent, null while nothing is. `onProblems` gets what the server refused, by place. */
export function useSubmission(onProblems: (problems: Problems) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef(false);
  const unanswered = useRef<{ form: Form; key: string } | null>(null);
  const send = async (form: Form): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setProgress(0);
    if (!same(unanswered.current?.form, form)) unanswered.current = { form, key: uuid() };
    const key = unanswered.current?.key ?? uuid();
    try {
      await upload('POST /api/user/kyc', trimmed(form.fields), form.documents, {
        key,
        onProgress: setProgress,
      });
      unanswered.current = null;
      await askKyc();
    } catch (error) {
      const lost = error instanceof Error && 'transport' in error && error.transport === true;
      if (!lost) unanswered.current = null;
      tellError(error);
      if (isRefusal(error, 'kyc_invalid')) onProblems(problemsOfRefusal(error.data, form.fields));
      if (isRefusal(error, 'kyc_pending')) await askKyc();
    } finally {
      running.current = false;
      setProgress(null);
    }
  };
  return { send, progress };
}
