// Starts the page: React is mounted once the first page's code is loaded, and the prerendered picture is removed in the
// same frame.
import { RouterProvider } from '@tanstack/react-router';
import { Provider } from 'jotai';
import { startTransition, StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { whenIdle } from '#lib/idle.ts';
import { allTexts } from '#lib/locale.ts';
import { deviceAtom } from '#lib/session.ts';
import { keepInstallOffer } from '#lib/standalone.ts';
import { read, store } from '#lib/store.ts';
import { untilLoaded } from '#lib/within.ts';
import { reloadForNewVersion } from './reload.ts';
import { makeRouter } from './router.tsx';
import { Texts } from '#lib/texts.tsx';

function App({ router }: { router: ReturnType<typeof makeRouter> }) {
  useLayoutEffect(() => document.getElementById('first')?.remove(), []);
  return (
    <Provider store={store}>
      <Texts>
        <RouterProvider router={router} />
      </Texts>
    </Provider>
  );
}

/** The strata of the prerendered picture are reused as every hero's background, so that they are downloaded once. */
function keepArt(): void {
  const href = document.querySelector('#first image')?.getAttribute('href');
  if (href) document.documentElement.style.setProperty('--art', `url("${href}")`);
}

/** How long the picture waits for the first page's code before the skeleton is shown instead. */
const FIRST_PAGE_MS = 4000;

export async function start(language: Promise<void>): Promise<void> {
  keepArt();
  keepInstallOffer();
  reloadForNewVersion();
  const router = makeRouter();
  // Mounting subscribes too, but that is too late: a user who has gone elsewhere before that would stay on the first
  // page.
  const load: () => unknown = router.load;
  router.history.subscribe(load);
  const firstPage = router.load();
  await language;
  // It decides whether the page is covered (lock.ts); without it, the picture stays.
  if (read(deviceAtom)?.lock) await Promise.all([import('./beyond.ts'), allTexts()]);
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS))]);
  const root = document.getElementById('root');
  if (!root) throw new Error('no #root');
  const react = createRoot(root);
  // As a transition it is rendered in slices of 5 ms, between which input is handled.
  startTransition(() =>
    react.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
  whenIdle(() => {
    void untilLoaded(() => import('./beyond.ts')).then(({ loadLinks }) => loadLinks());
    void untilLoaded(() => import('./worker.ts')).then(({ startWorker }) => startWorker());
    void untilLoaded(allTexts);
  });
}
