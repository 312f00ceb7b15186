// Reminders: push and periodic sync show them once a cycle, a tap opens the miner page.

export function remind(): void {}
