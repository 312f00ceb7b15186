// Build settings of the page.
interface ImportMetaEnv {
  /** Another host for API calls; same origin if unset. */
  readonly VITE_API_BASE?: string;
  /** The built-in key that POSTs are signed with; must match the server's SIGN_KEY. */
  readonly VITE_SIGN_KEY?: string;
}
