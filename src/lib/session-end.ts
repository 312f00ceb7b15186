// Why a session has ended, for the user who has to sign in again.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WalletPhase } from './session.ts';

export const WHY_ENDED: Partial<Record<WalletPhase, MessageDescriptor>> = {
  expired: msg`Your session has expired. Sign in again.`,
  account_switched: msg`Signed out: your wallet switched accounts. Sign in to use the new one.`,
  chain_switched: msg`Signed out: your wallet switched networks. Sign in to continue.`,
};
