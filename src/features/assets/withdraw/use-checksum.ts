// The hash function behind mixed-case addresses, fetched when somebody is about to type one.
import { useEffect, useState } from 'react';

export type Checksum = (lowerCase: string) => string;

/** Undefined until it is here; a fetch that failed is tried again each time `wanted` turns true. */
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
