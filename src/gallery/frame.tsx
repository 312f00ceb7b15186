// The frame around every group: the list of groups and the languages. The address selects the group: /gallery#buttons.
import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { LANGUAGES, LANGUAGE_NAMES } from '#contract/languages.ts';
import { switchLanguage } from '#lib/switch-language.ts';
import { cx } from '#ui/class-names.ts';
import { groups } from './groups.ts';

function onHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

const useGroup = (): string =>
  useSyncExternalStore(onHash, () => (location.hash.slice(1) in groups ? location.hash.slice(1) : 'colours'));

const CHIP = 'inline-flex min-h-11 items-center rounded-control px-3 text-sm font-semibold';

export function Frame() {
  const { i18n } = useLingui();
  const group = useGroup();
  const Page = groups[group];
  return (
    <>
      <header className="bg-basalt text-white">
        <div className="frame pad-safe grid gap-2 py-4">
          <h1 className="m-0 text-lg font-semibold">Gallery</h1>
          <nav aria-label="Groups" className="flex flex-wrap gap-1">
            {Object.keys(groups).map((name) => (
              <a
                key={name}
                href={`#${name}`}
                aria-current={name === group ? 'page' : undefined}
                className={cx(CHIP, name === group ? 'bg-amber text-basalt' : 'hover:bg-white/12')}
              >
                {name}
              </a>
            ))}
          </nav>
          <div role="group" aria-label="Languages" className="flex flex-wrap gap-1">
            {LANGUAGES.map((lang) => (
              <button
                key={lang}
                type="button"
                lang={lang}
                aria-pressed={lang === i18n.locale}
                onClick={() => void switchLanguage(lang)}
                className={cx(
                  CHIP,
                  lang === i18n.locale ? 'bg-white text-ink' : 'text-mist hover:bg-white/12',
                )}
              >
                {LANGUAGE_NAMES[lang]}
              </button>
            ))}
          </div>
        </div>
      </header>
      <main className="frame pad-safe grid gap-8 py-6" data-group={group}>
        {Page && <Page key={group} />}
      </main>
    </>
  );
}
