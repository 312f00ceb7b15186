// A new version waits until a user accepts it. The page then tells this worker to go ahead, and every tab reloads.
declare const self: ServiceWorkerGlobalScope;

const isSkip = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';

export function takeOverWhenAsked(): void {
  self.addEventListener('message', (event) => {
    if (isSkip(event.data)) void self.skipWaiting();
  });
  // The worker takes control of the first visit immediately, so that it works offline from then on.
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
