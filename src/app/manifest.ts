// The web app manifest, from which the browser offers to install the app. Members ending in `_localized`
// (w3c.github.io/manifest) provide the other languages on platforms that support them.
import type { ManifestOptions } from 'vite-plugin-pwa';
import { BRAND } from '#lib/brand.ts';
import { ASSETS, CLAIM, DESCRIPTION, GAMES, NAME, PICTURES, type Texts } from './manifest.texts.ts';

const icon = (purpose: 'any' | 'maskable' | 'monochrome', name: string) =>
  [192, 512].map((size) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  }));

/** A member in English, the manifest's own language, together with the other languages. */
function localized<K extends string>(member: K, { en, ...others }: Texts) {
  return { [member]: en, [`${member}_localized`]: others } as Record<K, string>;
}

const shortcut = (texts: Texts, path: string, picture: string) => ({
  ...localized('name', texts),
  url: `/#${path}`,
  icons: [{ src: `/shortcuts/${picture}.png`, sizes: '96x96', type: 'image/png' }],
});

/** Taken from the app by tests/screens/manifest.ts. */
const PLACES = {
  narrow: { sizes: '750x1624', pages: ['home', 'miner', 'assets'] },
  wide: { sizes: '1280x800', pages: ['home', 'assets'] },
} as const;

const screenshots = (['narrow', 'wide'] as const).flatMap((form) =>
  PLACES[form].pages.map((page) => ({
    src: `/screenshots/${page}-${form}.webp`,
    sizes: PLACES[form].sizes,
    type: 'image/webp',
    form_factor: form,
    ...localized('label', PICTURES[page]),
  })),
);

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  ...localized('name', NAME),
  short_name: BRAND.name,
  ...localized('description', DESCRIPTION),
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  // A shortcut opens in the existing window (launches.ts): a second window would have a session of its own.
  launch_handler: { client_mode: 'focus-existing' },
  background_color: BRAND.colors.page,
  theme_color: BRAND.colors.basalt,
  categories: ['finance'],
  icons: [...icon('any', 'icon'), ...icon('maskable', 'icon-maskable'), ...icon('monochrome', 'icon-mono')],
  shortcuts: [
    shortcut(CLAIM, '/pages/mining/index', 'claim'),
    shortcut(ASSETS, '/pages/asset/index', 'assets'),
    shortcut(GAMES, '/pages/main/main', 'games'),
  ],
  screenshots,
};
