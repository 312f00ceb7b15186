// What importing a catalogue gives; the lingui plugin of Vite compiles it.
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
