// Starts the page: React is mounted once the first page's code is here, then the prerendered picture is taken away in the same frame.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { RouterProvider } from '@tanstack/react-router';
import { Provider } from 'jotai';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { call } from '#api/client.ts';
import { watchInstall } from '#lib/install.ts';
import { patchWallet } from '#lib/session.ts';
import { store } from '#lib/store.ts';
import { whenIdle } from './behind.tsx';
import { reloadForNewVersion } from './reload.ts';
import { router } from './router.tsx';
import { watchSessionExpiry } from './session-expiry.ts';

function App() {
  useLayoutEffect(() => document.getElementById('first')?.remove(), []);
  return (
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </Provider>
  );
}

/** App start loads the link list (specification, section 7); without a network the last one stays. */
const loadLinks = () =>
  call('GET /api/links').then(
    ({ links }) => patchWallet({ linkList: links }),
    () => undefined,
  );

/** How long the picture waits for the first page's code before the skeleton is shown instead. */
const FIRST_PAGE_MS = 4000;

export async function start(language: Promise<void>): Promise<void> {
  watchInstall();
  watchSessionExpiry();
  reloadForNewVersion();
  const firstPage = router.load();
  await language;
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS))]);
  const root = document.getElementById('root');
  if (!root) throw new Error('no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  whenIdle(() => {
    void loadLinks();
    void import('./worker.ts').then(({ startWorker }) => startWorker());
  });
}
