// What importing a catalogue returns: the first screen's texts; with `?home?lingui`, those that complete home; with
// `?lingui`, all others.
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?lingui' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?home?lingui' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
