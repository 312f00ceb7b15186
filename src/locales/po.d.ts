// What importing a catalogue gives: the first screen's texts, and with `?home?lingui` those that complete home, and with `?lingui` all others.
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
