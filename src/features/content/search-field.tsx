// The search of the announcements. The search words are in the page's address, so that going back from a text leads to
// the results.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { go } from '#lib/navigate.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { addressOf } from './content.rules.ts';
import { LONGEST_SEARCH, searchWords } from './search.rules.ts';

/** Waits until the user has finished typing. */
const PAUSE_MS = 300;

/** Replaces the previous search: going back leaves the list instead of undoing one letter. */
export const searchFor = (search: string, chosen?: string): Promise<void> =>
  go(addressOf({ search, chosen }), { replace: true });

interface SearchFieldProps {
  search: string;
  /** The announcement beside the list stays. */
  chosen: string | undefined;
}

export function SearchField({ search, chosen }: SearchFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  // The address changed by going back or forward, not by typing here.
  if (shown !== search) {
    setShown(search);
    if (searchWords(typed) !== search) setTyped(search);
  }
  const look = useEffectEvent(() => {
    if (searchWords(typed) !== search) void searchFor(searchWords(typed), chosen);
  });
  useEffect(() => {
    const timer = setTimeout(() => look(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const clear = () => {
    setTyped('');
    void searchFor('', chosen);
    field.current?.focus();
  };
  return (
    <search className="flex min-h-12 min-w-0 grow items-center rounded-control border border-faint bg-white focus-within:border-ink focus-within:ring-3 focus-within:ring-amber/30">
      <Icon name="search" size={20} className="ml-3.5 shrink-0 text-muted" />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        aria-label={t`Search announcements`}
        placeholder={t`Search announcements`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          void searchFor(searchWords(typed), chosen);
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
