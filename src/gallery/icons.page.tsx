// Every icon and coin mark with its name, at the sizes that pages use.
import { BadgedIcon } from '#ui/badged-icon.tsx';
import { CoinIcon, MARKS } from '#ui/coin-icon.tsx';
import { Drawing, Icon, iconPath, type IconName, PATHS } from '#ui/icon.tsx';
import { Mark } from '#ui/mark.tsx';
import { Piece } from './piece.tsx';

const GRID = 'm-0 grid list-none grid-cols-3 gap-3 p-0 text-xs min-[720px]:grid-cols-6';
const CELL = 'grid justify-items-center gap-2 rounded-control bg-white p-3';

export function Page() {
  return (
    <>
      <Piece of="Icon">
        <ul className={GRID}>
          {(Object.keys(PATHS) as IconName[]).map((name) => (
            <li key={name} className={CELL}>
              <span className="flex items-center gap-3">
                <Icon name={name} />
                <Icon name={name} size={16} className="text-muted" />
              </span>
              {name}
            </li>
          ))}
        </ul>
      </Piece>
      <Piece of="Drawing" row>
        <Drawing path={iconPath('bell')} />
      </Piece>
      <Piece of="CoinIcon" note="The last one has no mark of its own.">
        <ul className={GRID}>
          {[...Object.keys(MARKS), 'XYZ'].map((coin) => (
            <li key={coin} className={CELL}>
              <span className="flex items-center gap-3">
                <CoinIcon coin={coin} size={40} />
                <CoinIcon coin={coin} size={24} />
              </span>
              {coin}
            </li>
          ))}
        </ul>
      </Piece>
      <Piece of="BadgedIcon" row>
        <BadgedIcon icon="deposit" coin="USDT" />
        <BadgedIcon icon="withdraw" coin="BTC" />
        <BadgedIcon icon="miner" coin="ADIT" />
        <BadgedIcon icon="exchange" coin="XYZ" size={36} />
      </Piece>
      <Piece of="Mark" row>
        <Mark />
        <span className="rounded-control bg-basalt p-4 text-white">
          <Mark size={48} />
        </span>
      </Piece>
    </>
  );
}
