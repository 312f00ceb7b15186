// Parts of the app that are on every page without being a page: timers, notices, the demo bar. Loaded when the page is idle;
// a module exports `Background` (draws nothing, or a popup) or `Bar` (a thin strip at the lower end).
import type { ComponentType } from 'react';

export const backgrounds: (() => Promise<{ Background: ComponentType }>)[] = [];

export const bars: (() => Promise<{ Bar: ComponentType }>)[] = [() => import('./update-bar.tsx')];
