// Activating a permanent miner: what it costs, what is left, what is got; by USDT or by one valid invited user.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#api/act.ts';
import { isRefusal } from '#api/errors.ts';
import { fromUnits } from '#contract/amounts.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ErrorView, Skeleton } from '#ui/views.tsx';
import { askMiner, assetsQuery, configQuery, minerChanged, minerQuery } from './mining.queries.ts';
import { outputOf, purchaseOf } from './mining.rules.ts';
