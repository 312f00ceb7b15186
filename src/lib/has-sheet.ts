/** Whether a sheet or dialog is open, of the app or of a page. */
export const hasSheet = (): boolean => globalThis.document?.querySelector('[role="dialog"]') != null;
