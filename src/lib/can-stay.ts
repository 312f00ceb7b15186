// Whether this device can stay signed in.

/** A browser that cannot store keys cannot keep anybody signed in. */
export const CAN_STAY = 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined;
