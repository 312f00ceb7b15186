// The service worker: registered after the page is shown. A new version is offered in every tab, not forced; once it
// is accepted in one of them, all of them reload.
import { atom } from 'jotai';
import { Workbox } from 'workbox-window';
import { isTyped } from '#lib/drafts.ts';
import { hasSheet } from '#lib/has-sheet.ts';
import { cacheInWorker, tellKeepsApp } from '#lib/keeps-app.ts';
import { allTexts } from '#lib/locale.ts';
import { ownScript } from '#lib/own-script.ts';
import { write } from '#lib/store.ts';
import { CHECK_MS, isCheckDue } from './updates.rules.ts';

// Reloads without interrupting anyone: waits until an open sheet is closed, or until the page is hidden, and in any case
// until nothing typed would be lost.

function whenFree(run: () => void): void {
  const look = () => {
    if (isTyped() || (hasSheet() && !document.hidden)) return;
    observer.disconnect();
    document.removeEventListener('visibilitychange', look);
    run();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('visibilitychange', look);
  look();
}

/** A closing sheet removes its history entry, which would undo a reload that begins meanwhile (src/ui/back.ts). */
const SETTLE_MS = 700;

/** Reloads are quick when a worker answers: one that has not happened by then was undone. */
const AGAIN_MS = 5000;

function reloadWhenFree(): void {
  const reload = () => {
    location.reload();
    setTimeout(reloadWhenFree, AGAIN_MS);
  };
  if (!hasSheet() && !isTyped()) return reload();
  whenFree(() => setTimeout(() => whenFree(reload), document.hidden ? 0 : SETTLE_MS));
}

/** Set while a new version is waiting: `apply` activates that version. */
export const updateAtom = atom<{ apply: () => void } | null>(null);

const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;

/** The new version was accepted in this tab. */
let taken = false;

/** Resolves once the worker has reached such a state. */
const reaches = (worker: ServiceWorker, isReached: (state: ServiceWorkerState) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (isReached(worker.state)) resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });

/** A worker that removes itself (sw/off.ts) is no longer in any registration, and reloads its pages itself. */
async function followVersion(worker: ServiceWorker | null): Promise<void> {
  if (!worker) return;
  await reaches(worker, (state) => state === 'activated' || state === 'redundant');
  const registration = await container?.getRegistration();
  if (registration?.active !== worker) return;
  if (taken) location.reload();
  else reloadWhenFree();
}

/**
 * Workbox's own `waiting` and `isUpdate` are not used: they do not know about tabs opened before there was a worker.
 */
function offer(workbox: Workbox, { waiting, active }: ServiceWorkerRegistration): void {
  if (!waiting || !active) return;
  const apply = () => {
    taken = true;
    workbox.messageSkipWaiting();
  };
  write(updateAtom, { apply });
}

/** Resolves when a version that is being fetched is waiting, or when fetching it has failed. */
const fetched = (worker: ServiceWorker): Promise<void> => reaches(worker, (state) => state !== 'installing');

/**
 * The browser itself checks at every opening; an app that stays open checks when it comes to the front, and every
 * hour.
 */
function keepLooking(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  const check = () => {
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && isCheckDue(checkedAt, Date.now())) check();
  });
}

/** The texts were loaded before there was a worker, which finds them in the browser's own cache. */
async function keepTexts(): Promise<void> {
  await allTexts();
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  cacheInWorker(loaded.filter((url) => new URL(url).pathname.startsWith('/assets/texts/')));
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  let served = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (served || taken) void followVersion(workers.controller);
    else keepTexts().catch(() => undefined);
    served = true;
  });
  const workbox = new Workbox(ownScript('/sw.js'), { scope: '/' });
  const registration = await workbox.register({ immediate: true });
  if (!registration) return;
  tellKeepsApp();
  // Even if it was loaded bypassing the worker (a forced reload), this tab has an old version once there is a new
  // one.
  served ||= registration.active !== null;
  offer(workbox, registration);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    if (installing) void fetched(installing).then(() => offer(workbox, registration));
  });
  keepLooking(registration);
}

/**
 * Only the built app has a worker; without one (private windows, old browsers), everything except offline use works.
 */
export function startWorker(): void {
  if (import.meta.env.PROD && container) register(container).catch(() => undefined);
}

/** How long to wait on a slow network; after that, the reload fetches the current version. */
const TAKE_MS = 10_000;

/** Lets the newest version serve this tab, if its worker is an older one; for a page that cannot continue as is. */
export async function takeNewest(): Promise<void> {
  const registration = await container?.getRegistration();
  if (!container || !registration?.active) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, TAKE_MS));
  await Promise.race([registration.update(), late]);
  const next = registration.installing ?? registration.waiting;
  if (!next) return;
  await Promise.race([fetched(next), late]);
  const served = new Promise((resolve) => container.addEventListener('controllerchange', resolve));
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  await Promise.race([served, late]);
}
