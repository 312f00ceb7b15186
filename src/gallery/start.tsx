// Starts the gallery of src/ui. Vite's development server serves src/gallery.html at /gallery; it is not part of the
// build.
import './gallery.css';
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Texts } from '#lib/texts.tsx';
import { allTexts, startLanguage } from '#lib/locale.ts';
import { store } from '#lib/store.ts';
import { feelToasts } from '#ui/haptics.ts';
import strata from '#ui/strata.svg';
import { Toaster } from '#ui/toaster.tsx';
import { Frame } from './frame.tsx';

document.documentElement.style.setProperty('--art', `url("${strata}")`);
feelToasts();
await startLanguage();
await allTexts();

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <Texts>
        <Frame />
        <Toaster />
      </Texts>
    </Provider>
  </StrictMode>,
);
