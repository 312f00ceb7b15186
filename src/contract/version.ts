/** The app's version, as the health call returns it and the drawer shows it for bug reports. */
const NAME = '1.0.0';
/** Incremented with every release; the previous release's commit is in tests/support/previous-release.ts. */
const CODE = 114;

export const VERSION = `${NAME} (${CODE})`;
