// The mining timer's stored state (specification, section 3 "Client timer state"); features/mining decides how it
// changes.
import { atomWithStorage } from 'jotai/utils';
import { sessionJson } from './stored.ts';

export interface TimerState {
  /**
   * Milliseconds since the epoch on the server's clock, parsed from the reply's date string; null while no cycle runs.
   */
  nextMiningTime: number | null;
  showPopup: boolean;
  /** Tokens that the cycle produces, as a decimal string. */
  earning: string;
  isTriggered: boolean;
  isProcessing: boolean;
}

export const IDLE_TIMER: TimerState = {
  nextMiningTime: null,
  showPopup: false,
  earning: '0',
  isTriggered: false,
  isProcessing: false,
};

export const timerAtom = atomWithStorage<TimerState>('timer', IDLE_TIMER, sessionJson(), { getOnInit: true });
