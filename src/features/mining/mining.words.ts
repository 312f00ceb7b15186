// What a miner's state means, in one sentence each.
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Miner } from './mining.rules.ts';

export const STATE_NAMES: Record<Miner['state'], MessageDescriptor> = {
  not_activated: msg`Not activated`,
  pending_start: msg`Ready to start`,
  running: msg`Running`,
  pending_claim: msg`Waiting for your claim`,
  expired: msg`Expired`,
};

export const KIND_NAMES: Record<Miner['kind'], MessageDescriptor> = {
  trial: msg`Trial miner`,
  permanent: msg`Permanent miner`,
};
