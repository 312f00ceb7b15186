// Where an address is typed or pasted to find a member.
import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Search } from './team.rules.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  state: Search['state'];
}

export function SearchField({ value, onChange, state }: SearchFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange('');
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field}>
      <Field
        label={t`Find a member`}
        type="search"
        inputMode="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={60}
        placeholder="0x1234…"
        value={value}
        onChange={onChange}
        hint={t`By address: all of it, its first four digits or more, or as it is shown here.`}
        error={
          state === 'wrong' ? t`That is no part of an address: digits and the letters a to f.` : undefined
        }
        className="[&_input::-webkit-search-cancel-button]:hidden"
        end={
          value === '' ? (
            <Icon name="search" size={20} className="mr-3.5 shrink-0 text-faint" />
          ) : (
            <IconButton icon="close" label={t`Clear the search`} onClick={clear} className="text-muted" />
          )
        }
      />
    </div>
  );
}
