// Reloads without interrupting anyone: waits until an open sheet is closed, or until the page is hidden.

const hasSheet = (): boolean => document.querySelector('[role="dialog"]') !== null;

function whenFree(run: () => void): void {
  const look = () => {
    if (hasSheet() && !document.hidden) return;
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

/** Reloads are quick where a worker answers: one that has not happened by then was undone. */
const AGAIN_MS = 5000;

export function reloadWhenFree(): void {
  const reload = () => {
    location.reload();
    setTimeout(reloadWhenFree, AGAIN_MS);
  };
  if (!hasSheet()) return reload();
  whenFree(() => setTimeout(() => whenFree(reload), document.hidden ? 0 : SETTLE_MS));
}
