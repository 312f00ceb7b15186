// Each coin: what is owed to users, what lies on the chain, and what is between.
import { Trans, useLingui } from '@lingui/react/macro';
import { timeWithin } from '#lib/time.ts';
import { Card, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { useAmount } from './amounts.tsx';
import { Fold } from './fold.tsx';
import { type Asset, type Books, differenceOf, usedAssets } from './transparency.rules.ts';

export function CoinsCard({ books }: { books: Books }) {
  const { i18n } = useLingui();
  const readAt = books.custodyAt && timeWithin(books.custodyAt, i18n.locale);
  const used = usedAssets(books.assets);
  const owed = used.filter(({ liabilities }) => liabilities !== '0');
  const others = used.filter(({ liabilities }) => liabilities === '0');
  return (
    <Card title={<Trans>Owed and held</Trans>}>
      {owed.length === 0 && (
        <p className="m-0 mb-2 text-sm">
          <Trans>Nobody holds anything yet.</Trans>
        </p>
      )}
      <Coins assets={owed} isRead={readAt !== null} />
      {others.length > 0 && (
        <Fold title={<Trans>Coins that nobody holds</Trans>}>
          <Coins assets={others} isRead={readAt !== null} />
        </Fold>
      )}
      <p className="m-0 mt-3 text-[13px] text-pretty text-muted">
        {readAt === null ? (
          <Trans>
            The chain does not answer now, so that custody cannot be told. It is asked again by itself.
          </Trans>
        ) : (
          <Trans>
            Custody is what the operator's treasury and its paying wallet hold on the chain, read {readAt}.
            What is more than owed belongs to the accounts of the system. A deposit or payout may stand in one
            of the two columns a little earlier than in the other.
          </Trans>
        )}
      </p>
    </Card>
  );
}

const Coins = ({ assets, isRead }: { assets: readonly Asset[]; isRead: boolean }) => (
  <ul className="m-0 list-none divide-y divide-line p-0">
    {assets.map((asset) => (
      <Coin key={asset.coin} asset={asset} isRead={isRead} />
    ))}
  </ul>
);

function Coin({ asset, isRead }: { asset: Asset; isRead: boolean }) {
  const text = useAmount();
  const difference = differenceOf(asset);
  const short = difference?.startsWith('-') === true;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="m-0 flex items-center gap-2.5">
        <CoinIcon coin={asset.coin} size={28} />
        <span className="grow font-semibold">{asset.coin}</span>
        {difference === null ? (
          <Tag tone="quiet">{isRead ? <Trans>Not on this chain</Trans> : <Trans>Not known now</Trans>}</Tag>
        ) : (
          <Tag tone={short ? 'bad' : 'good'}>{short ? <Trans>Short</Trans> : <Trans>Covered</Trans>}</Tag>
        )}
      </p>
      <dl className="m-0 mt-2 grid grid-cols-1 gap-1 text-sm max-[359px]:text-[13px]">
        <Row name={<Trans>Owed to users</Trans>} value={text(asset.liabilities)} />
        <Row
          name={<Trans>Held on the chain</Trans>}
          value={asset.custody === null ? '–' : text(asset.custody)}
        />
        {difference !== null && (
          <Row name={<Trans>Difference</Trans>} value={text(difference)} tone={short ? 'text-garnet' : ''} />
        )}
        {asset.issued !== '0' && <Row name={<Trans>Ever issued</Trans>} value={text(asset.issued)} />}
      </dl>
    </li>
  );
}

const Row = ({ name, value, tone = '' }: { name: React.ReactNode; value: string; tone?: string }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-muted">{name}</dt>
    <dd className={`figures m-0 max-w-3/4 shrink-0 text-right font-semibold wrap-break-word ${tone}`}>
      {value}
    </dd>
  </div>
);
