// Settings of a build of the page.
interface ImportMetaEnv {
  /** Another host for the calls; same origin when unset. */
  readonly VITE_API_BASE?: string;
  /** The built-in key that POSTs are signed with; must be the server's SIGN_KEY. */
  readonly VITE_SIGN_KEY?: string;
}
