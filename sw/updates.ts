// A new version waits until a person takes it; the page then tells this worker to go ahead, and every tab reloads.
declare const self: ServiceWorkerGlobalScope;

const isSkip = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';

export function takeOverWhenAsked(): void {
  self.addEventListener('message', (event) => {
    if (isSkip(event.data)) void self.skipWaiting();
  });
  // The first visit is served by the worker at once, so that it works offline from then on.
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
