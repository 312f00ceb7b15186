// The hash function for mixed-case addresses, fetched when the user is about to type an address.
import { useEffect, useState } from 'react';

export type Checksum = (lowerCase: string) => string;

/** Undefined until loaded; a failed load is retried each time `wanted` turns true. */
export function useChecksum(wanted: boolean): Checksum | undefined {
  const [checksum, setChecksum] = useState<Checksum>();
  useEffect(() => {
    if (!wanted || checksum) return;
    let gone = false;
    import('#lib/checksum.ts').then(
      (loaded) => gone || setChecksum(() => loaded.checksum),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted, checksum]);
  return checksum;
}
