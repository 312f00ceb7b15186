// A step within a sheet, such as its confirmation: back and Escape leave the step first, then the sheet.
import { createContext, use, useEffect } from 'react';
import { useBackCloses } from './back.ts';

export type Leave = () => void;

/** Tells the sheet how to leave its current step; null at the first step. Provided by every sheet. */
export const SheetStep = createContext<(leave: Leave | null) => void>(() => undefined);

/** Puts the sheet at a step that `leave` ends; while not `wanted`, back and Escape close the sheet. */
export function useStep(wanted: boolean, leave: Leave): void {
  const tell = use(SheetStep);
  useBackCloses(wanted, leave);
  useEffect(() => {
    tell(wanted ? leave : null);
    return () => tell(null);
  }, [tell, wanted, leave]);
}
