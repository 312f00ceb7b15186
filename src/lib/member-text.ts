// Another account as people see it: its shortened address, or that it was deleted.
import { t } from '@lingui/core/macro';
import { DELETED } from '#rules/addresses.ts';

export const memberText = (address: string): string => (address === DELETED ? t`Deleted account` : address);
