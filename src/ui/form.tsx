// A form whose errors are shown in place. Its button may be outside it, in a sheet's actions, and refer to it by `id`.
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';

/** How often the surrounding form has been submitted. */
const SentContext = createContext(0);
export const useSent = (): number => useContext(SentContext);

/** Focuses the first invalid field, if any. */
export function focusFault(form: Element | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  field?.focus();
  // What is wrong is said below the field.
  field?.scrollIntoView({ block: 'center' });
}

interface FormProps {
  id?: string;
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
}

/** Errors are shown by the fields in the app's words, not the browser's; the first invalid field takes the focus. */
export function Form({ id, onSubmit, className = 'grid gap-4', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (sent > 0) focusFault(form.current);
  }, [sent]);
  return (
    <SentContext value={sent}>
      <form
        ref={form}
        id={id}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          setSent(sent + 1);
          onSubmit();
        }}
      >
        {children}
      </form>
    </SentContext>
  );
}
