/** What an example of a call is: what is sent, and `data` of the reply. */
import type { CallName, Calls, Input, Output } from '#contract';

/** Calls that answer with an envelope. */
export type EnvelopeCall = { [K in CallName]: Calls[K] extends { form: string } ? never : K }[CallName];

/** What is sent is left out where nothing has to be. */
export type Example<K extends CallName> = {
  readonly data: Output<K>;
} & (Record<never, never> extends Input<K> ? { readonly input?: Input<K> } : { readonly input: Input<K> });

export type Examples<K extends CallName> = { readonly [N in K]: Example<N> };
