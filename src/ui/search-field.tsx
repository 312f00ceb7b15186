// A search field. What was searched for is in the page's address, so that going back leads to the results; what is being
// typed is here. On a desktop, "/" focuses it.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCovered } from '#lib/popups.ts';
import { sheetOwnsEntry } from './back.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

/** Waits until the user has finished typing. */
const PAUSE_MS = 300;

interface SearchFieldProps {
  label: string;
  /** The search in effect: what the address says. */
  search: string;
  /** Maximum number of characters. */
  longest: number;
  /** What is searched for when this is typed. */
  wordsIn: (typed: string) => string;
  onSearch: (search: string) => void;
  /** The results are on their way. */
  busy?: boolean;
}

export function SearchField({ label, search, longest, wordsIn, onSearch, busy = false }: SearchFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  /** Searches that were made here and are not in the address yet. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  // Only going back or forward replaces what is typed: a search made here may arrive after the next letter.
  if (shown !== search) {
    const own = asked.includes(search);
    setShown(search);
    setAsked(own ? asked.slice(asked.lastIndexOf(search) + 1) : []);
    if (!own && wordsIn(typed) !== search) setTyped(search);
  }
  const ask = (words: string) => {
    if (words !== search) setAsked([...asked, words]);
    onSearch(words);
  };
  const look = useEffectEvent(() => {
    if (wordsIn(typed) !== search) ask(wordsIn(typed));
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // The results are another address, which would close a sheet that has been opened meanwhile.
    const later = () => {
      timer = setTimeout(() => (isCovered() || sheetOwnsEntry() ? later() : look()), PAUSE_MS);
    };
    later();
    return () => clearTimeout(timer);
  }, [typed]);
  const clear = () => {
    setTyped('');
    ask('');
    field.current?.focus();
  };
  const waits = busy || wordsIn(typed) !== search;
  return (
    <search
      aria-busy={waits}
      className="flex min-h-12 min-w-0 grow items-center rounded-control border border-faint bg-white focus-within:border-ink focus-within:ring-3 focus-within:ring-amber/30"
    >
      <Icon
        name="search"
        size={20}
        className={cx('ml-3.5 shrink-0 text-muted', waits && 'animate-pulse-dot')}
      />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={longest}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          ask(wordsIn(typed));
          // Closes a phone's keyboard to make room for the results.
          event.currentTarget.blur();
        }}
        className="min-h-12 w-full min-w-0 grow bg-transparent px-2.5 text-base text-ellipsis outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
      />
      {typed !== '' && (
        <IconButton icon="close" label={t`Clear the search`} onClick={clear} className="text-muted" />
      )}
    </search>
  );
}
