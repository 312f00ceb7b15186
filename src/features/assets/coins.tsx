// The list of coins and the sheet of the one that was tapped. What is open stands here, so that a tap draws the sheet alone.
import { useCallback, useState } from 'react';
import type { AssetList } from './assets.rules.ts';
import { CoinList } from './coin-list.tsx';
import { CoinSheet } from './coin-sheet.tsx';
import type { MoneyAction } from './money.ts';

interface CoinsProps {
  list: AssetList;
  onAct: (action: MoneyAction, coin: string) => void;
}

export function Coins({ list: { items, exchangeOpen }, onAct }: CoinsProps) {
  const [coin, setCoin] = useState({ symbol: '', open: false });
  const asset = items.find((item) => item.coin === coin.symbol);
  const open = useCallback((symbol: string) => setCoin({ symbol, open: true }), []);
  const close = () => setCoin((old) => ({ ...old, open: false }));
  return (
    <>
      <CoinList items={items} onOpen={open} />
      {asset && (
        <CoinSheet
          asset={asset}
          exchangeOpen={exchangeOpen}
          open={coin.open}
          onClose={close}
          onAct={(action, symbol) => {
            close();
            onAct(action, symbol);
          }}
        />
      )}
    </>
  );
}
