/** The type of a call's example: its input and the `data` of its reply. */
import type { CallName, Calls, Input, Output } from '#contract';

/** Calls that reply with an envelope. */
export type EnvelopeCall = { [K in CallName]: Calls[K] extends { form: string } ? never : K }[CallName];

/** `input` may be left out if the call needs none. */
type Example<K extends CallName> = {
  readonly data: Output<K>;
} & (Record<never, never> extends Input<K> ? { readonly input?: Input<K> } : { readonly input: Input<K> });

export type Examples<K extends CallName> = { readonly [N in K]: Example<N> };
