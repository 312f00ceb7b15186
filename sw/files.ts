// The files of this version, as the build lists them for the worker.
import type { PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const all = self.__WB_MANIFEST as PrecacheEntry[];
const isTexts = ({ url }: PrecacheEntry): boolean => url.startsWith('assets/texts/');

/** Precached. */
export const SHELL = all.filter((file) => !isTexts(file));

/** Three files per language, as paths; only the languages in use are cached. */
export const TEXTS = all.filter(isTexts).map(({ url }) => `/${url}`);
