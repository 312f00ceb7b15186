// The form of a sheet. Its button stands in the sheet's actions, outside of it, and names it by `id`.
import type { ReactNode } from 'react';

interface SheetFormProps {
  id: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** What is wrong is said by the sheet in its own words, not by the browser. */
export function SheetForm({ id, onSubmit, children }: SheetFormProps) {
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
