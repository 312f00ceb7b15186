// How the page is built: macros of lingui, Tailwind, the first paint in index.html, wallet code and languages in
// separate files, the service worker, and the worker that removes it again.
import { readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstScreenSources } from './server/build/first-screen.ts';
import { firstPaint, svgUrl } from './src/app/first-paint.ts';
import { manifest } from './src/app/manifest.ts';
import { changes } from './src/contract/index.ts';
import { startupLinks } from './src/app/startup.ts';

const here = (path: string) => join(import.meta.dirname, path);

/** What only a tap on a wallet may load. Its separate name lets the precache leave it out. */
const WALLET =
  /src\/lib\/absent-sdk|node_modules\/(@reown|@walletconnect|@phosphor-icons|@noble|@scure|@adraffy|@solana|@lit|lit|lit-html|ethers|aes-js|viem|ox|abitype|siwe|valtio|proxy-compare|bs58|base-x|big\.js|multiformats|uint8arrays|@msgpack|unstorage|es-toolkit|pino|eventemitter3|events)\//;

/**
 * The draws of both games and the hashing that only they use: wallet packages bring their own copies. In one file,
 * they keep 0.9 kB less offline.
 */
const DRAWS = /src\/draws\/|^(?!.*node_modules\/.*node_modules\/).*node_modules\/@noble\/hashes\//;

const isWallet = (ids: readonly string[]) => ids.some((id) => WALLET.test(id) && !DRAWS.test(id));

/** Texts of one language: the worker caches the one in use, not all six. */
const isTexts = (ids: readonly string[]) => ids.some((id) => /\/src\/locales\/[\w-]+\.po/.test(id));

/** What is useless without the server: signing in with a code from another device, on both of them. */
const ONLINE = /src\/(api\/pairing|features\/(privacy\/add-device-popup|wallet\/enter-code-popup))\.tsx?$/;

/** The folder for a code file, which tells the worker whether to precache it. */
function folderOf(ids: readonly string[]): string {
  if (isWallet(ids)) return 'assets/wallet';
  if (ids.some((id) => ONLINE.test(id))) return 'assets/online';
  return isTexts(ids) ? 'assets/texts' : 'assets';
}

/**
 * What starts the page, and chooses and loads the language: 4 kB, so that the texts are requested before the other 94
 * kB have arrived.
 */
const BOOT =
  /node_modules\/@lingui\/core\/|src\/(main|contract\/languages|lib\/(locale|storage))\.tsx?|vite\/preload-helper/;

/**
 * Our sources of the first screen. Together with the libraries that they import, they form one file: many small ones
 * compress worse.
 */
const FIRST_SCREEN = firstScreenSources();

/**
 * All of them except the file that starts the rest: it awaits code that imports this group, so inside the group they
 * would wait for each other.
 */
const isCore = (id: string) => FIRST_SCREEN.has(relative(here('.'), id)) && !id.endsWith('/src/main.tsx');

/** What these files import when loaded, excluding the first screen. */
function sourcesOf(...roots: readonly string[]): (id: string) => boolean {
  const sources = firstScreenSources(roots).difference(FIRST_SCREEN);
  return (id) => sources.has(relative(here('.'), id));
}

/** Always loaded together: what completes home for a guest and for a member, what a tap on Connect opens, and what runs behind every page. */
const isLive = sourcesOf('src/features/home/home-live.tsx');
const isOwn = sourcesOf('src/features/home/home-own.tsx');
const isConnect = sourcesOf(
  'src/app/popups.ts',
  'src/ui/sheet-view.tsx',
  'src/features/wallet/connect-popup.tsx',
);
const isBackground = sourcesOf(
  'src/app/beyond.ts',
  'src/app/running.tsx',
  'src/app/worker.ts',
  'src/app/menu.tsx',
  'src/app/drawer-content.tsx',
);

/** What home loads before the first tap. */
const isHomes = (id: string) => isLive(id) || isOwn(id) || isConnect(id) || isBackground(id);

/**
 * What several pages share, as two files, so that home does not wait for the other: without them and the files below
 * there are 260 scripts, not 87. Few users come through an invite, so its part stays separate. What runs behind every
 * page shares feature data with the pages, which would otherwise wait for all of that background code.
 */
const COMMON =
  /src\/(actions|ui|api|contract|rules)\/(?!invite)|src\/lib\/(?!absent)|src\/features\/(?!wallet)[\w/.-]+\.ts$|node_modules\/@tanstack\/(query-core|react-query)\//;

/**
 * Wallet SDKs that are not offered: without them, all wallet code is 573 kB of gzip, not 963, and 2.5 kB less are
 * kept offline.
 */
const absent = [
  '@safe-global/safe-apps-sdk',
  '@safe-global/safe-apps-provider',
  '@base-org/account',
  '@coinbase/wallet-sdk',
];

/**
 * Puts the first paint into index.html, and the links to iOS's pictures; moves the stylesheet after it, where it no
 * longer delays the paint; and has the first screen's code fetched as soon as the HTML arrives.
 */
function firstPaintPlugin(): Plugin {
  const art = readFileSync(here('src/ui/strata.svg'), 'utf8');
  const icon = readFileSync(here('public/icon.svg'), 'utf8');
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const sheets: string[] = [];
        const bare = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (tag) => (sheets.push(tag.trim()), ''));
        const firstScreen = Object.values(bundle ?? {}).flatMap((chunk) =>
          chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith('/src/app/start.tsx'))
            ? [chunk.fileName, ...chunk.imports]
            : [],
        );
        const preloads = [...new Set(firstScreen)]
          .filter((file) => !bare.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
        return (
          bare
            // Chromium requests it immediately, and again when the address gets its hash.
            .replace('href="/icon.svg"', () => `href="${svgUrl(icon)}"`)
            .replace('<!--first-->', () => [firstPaint(art), ...sheets].join('\n    '))
            .replace('</head>', () => `  ${[...preloads, ...startupLinks()].join('\n    ')}\n  </head>`)
        );
      },
    },
  };
}

/** Every route carries the router's own Link, which this app does not use (src/ui/page-link.tsx): 1.6 kB less on the first screen. */
function withoutRouterLink(): Plugin {
  return {
    name: 'without-router-link',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /^\.\/link\.js$/ },
      handler: (_, importer) =>
        importer?.endsWith('/@tanstack/react-router/dist/esm/route.js') ? '\0router-link' : undefined,
    },
    load: { filter: { id: /^\0router-link$/ }, handler: () => 'export const Link = () => null;' },
  };
}

/**
 * For each `import()` of a module that ended up in one of the groups below, Rolldown leaves a file that merely names
 * the group's file. Here the import requests that file directly: nine fewer requests on a first visit.
 */
function withoutPassingOn(): Plugin {
  return {
    name: 'without-passing-on',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
        for (const { fileName, code, isDynamicEntry } of chunks) {
          const [, names, from] = /^export\{([^}]+)\}from"\.\/([^"]+)";\s*$/.exec(code) ?? [];
          if (!isDynamicEntry || names === undefined || from === undefined) continue;
          const picked = names.split(',').map((name) => {
            const [inside, outside = inside] = name.split(' as ');
            return `${outside}:e.${inside}`;
          });
          const target = posix.join(posix.dirname(fileName), from);
          for (const chunk of chunks) {
            const path = (to: string) => {
              const way = posix.relative(posix.dirname(chunk.fileName), to);
              return `import(\`${way.startsWith('.') ? way : `./${way}`}\`)`;
            };
            chunk.code = chunk.code.replaceAll(
              path(fileName),
              () => `${path(target)}.then(e=>({${picked.join()}}))`,
            );
            chunk.dynamicImports = chunk.dynamicImports.map((each) => (each === fileName ? target : each));
          }
          delete bundle[fileName];
        }
      },
    },
  };
}

/**
 * Chromium compiles all functions of these files while downloading them, off the main thread, instead of one by one
 * at their first call (explicit compile hints): on a slow phone, a first visit blocks for 115 ms instead of 171.
 */
const COMPILED_AT_ONCE = new Set(['core', 'live', 'common', 'background', 'connect']);

/** The comment has to be the first one in a file. */
function withCompileHints(): Plugin {
  return {
    name: 'with-compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && COMPILED_AT_ONCE.has(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/**
 * Splits a catalogue into two files: `x.po` keeps the texts of home, and `x.po?lingui` gets all others (eight out of
 * ten). A text of both is in the first.
 */
function splitCatalogues(): Plugin {
  const config = getConfig();
  return {
    name: 'split-catalogues',
    enforce: 'post',
    transform: {
      filter: { id: /\.po(\?lingui)?$/ },
      async handler(code, id) {
        const [catalogue] = await getCatalogs(config);
        const known = (await catalogue?.read(config.sourceLocale)) ?? {};
        const json = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1];
        if (json === undefined) throw new Error(`no messages in ${id}`);
        const all = JSON.parse(JSON.parse(json) as string) as Record<string, unknown>;
        const isHome = (key: string) =>
          known[key]?.origin?.some(([file]) => FIRST_SCREEN.has(file) || isOwn(here(file))) === true;
        const chosen = Object.entries(all).filter(([key]) => isHome(key) === id.endsWith('.po'));
        return { code: `export const messages=${JSON.stringify(Object.fromEntries(chosen))};`, map: null };
      },
    },
  };
}

/** The typeface is not a package: its licence is added to those that Vite lists. */
function typefaceLicence(): Plugin {
  return {
    name: 'typeface-licence',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const list = bundle['licenses.json'];
        if (list?.type !== 'asset') throw new Error('no licenses.json');
        const text = readFileSync(here('src/ui/hanken-grotesk.OFL.txt'), 'utf8');
        const typeface = { name: 'hanken-grotesk', version: '3.014', identifier: 'OFL-1.1', text };
        list.source = JSON.stringify([...(JSON.parse(String(list.source)) as object[]), typeface], null, 2);
      },
    },
  };
}

export default defineConfig({
  root: 'src',
  publicDir: here('public'),
  envDir: here('.'),
  cacheDir: here('node_modules/.vite'),
  resolve: {
    alias: {
      ...Object.fromEntries(absent.map((name) => [name, here('src/lib/absent-sdk.ts')])),
      // React has this hook; the shim is for versions that lack it.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      'use-sync-external-store/shim': 'react',
    },
  },
  // The modules of src/api are served under the same path; only they end in .ts.
  server: { host: '127.0.0.1', proxy: { '^/api/(?!.*\\.ts)': 'http://127.0.0.1:8080' } },
  // The page downloads no schemas; this is all it needs from the contract's calls (src/api/changes.ts).
  define: { CONTRACT_CHANGES: JSON.stringify(changes) },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 4096,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Served with the page, as its packages' licences require.
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      input: { index: here('src/index.html'), 'sw-off': here('sw/off.ts') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'boot', test: BOOT },
            { name: 'core', test: isCore },
            { name: 'live', test: isLive },
            { name: 'common', test: (id) => COMMON.test(id) && isHomes(id), minShareCount: 2 },
            { name: 'own', test: isOwn },
            { name: 'connect', test: isConnect },
            { name: 'background', test: (id) => isBackground(id) || /\/workbox-window\//.test(id) },
            { name: 'shared', test: COMMON, minShareCount: 2 },
            { name: 'draws', test: DRAWS },
          ],
        },
        entryFileNames: ({ name }) => (name === 'sw-off' ? '[name].js' : 'assets/[name]-[hash].js'),
        // A chunk that only re-exports another one has no modules of its own.
        chunkFileNames: ({ moduleIds, facadeModuleId }) =>
          `${folderOf([...moduleIds, facadeModuleId ?? ''])}/[name]-[hash].js`,
      },
    },
  },
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    withoutRouterLink(),
    withoutPassingOn(),
    withCompileHints(),
    splitCatalogues(),
    tailwindcss(),
    firstPaintPlugin(),
    typefaceLicence(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      // The languages are in this list so that the worker knows their names; it only caches those in use
      // (sw/texts.ts).
      injectManifest: {
        globPatterns: [
          'index.html',
          // Checks draws without a network, at its own address.
          'verify.html',
          // The page's own icons, and those of notifications.
          '{icon,icon-192,icon-mono-192}.{svg,png}',
          'assets/*.{js,css,woff2}',
          'assets/texts/*.js',
        ],
        maximumFileSizeToCacheInBytes: 400_000,
      },
    }),
  ],
});
