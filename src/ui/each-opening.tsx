// Popups that start over each time they open; most are shown only to signed-in users.
import { useAtomValue } from 'jotai';
import { type FunctionComponent, useEffect, useEffectEvent, useState } from 'react';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';

interface OpeningProps<I> {
  open: boolean;
  onClose: () => void;
  input: I;
}

/** For everybody. */
export function startingOver<I extends object>(
  Opening: FunctionComponent<OpeningProps<I>>,
): FunctionComponent<OpeningProps<I>> {
  return function Popup(props) {
    const [opening, setOpening] = useState({ count: 0, input: props.input });
    if (opening.input !== props.input) setOpening({ count: opening.count + 1, input: props.input });
    return <Opening key={opening.count} {...props} />;
  };
}

/** A guest is sent to the wallet; if the session ends while it is open, it closes. */
export function eachOpening<I extends object>(
  Opening: FunctionComponent<OpeningProps<I>>,
): FunctionComponent<OpeningProps<I>> {
  function SignedIn({ open, onClose, input }: OpeningProps<I>) {
    const signedIn = useAtomValue(signedInAtom);
    const [cameIn] = useState(signedIn);
    const turnAway = useEffectEvent(() => (cameIn ? onClose() : openPopup('connect', {})));
    useEffect(() => {
      if (open && !signedIn) turnAway();
    }, [open, signedIn]);
    return <Opening open={open && signedIn} onClose={onClose} input={input} />;
  }
  return startingOver(SignedIn);
}
