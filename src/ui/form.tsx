// A form whose faults are told in place. Its button may stand outside of it, in a sheet's actions, and name it by `id`.
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';

/** How often the form around a field was sent. */
const SentContext = createContext(0);
export const useSent = (): number => useContext(SentContext);

/** To the first field that is wrong, if one is. */
export const focusFault = (form: Element | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();

interface FormProps {
  id?: string;
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
}

/** What is wrong is said by the fields in the app's words, not by the browser; the first wrong one takes the focus. */
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
