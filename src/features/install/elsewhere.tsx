// Inside another app nothing can be put on the home screen: the address is taken along to a browser that can.
import { Trans, useLingui } from '@lingui/react/macro';
import { BRAND } from '#lib/brand.ts';
import { Copyable, CopyButton } from '#ui/copy.tsx';

const { name } = BRAND;

export function Elsewhere() {
  const { t } = useLingui();
  const address = location.origin;
  return (
    <div className="mt-4 rounded-control bg-wash p-4 text-[15px]">
      <p className="m-0 text-pretty">
        <Trans>
          This page is open inside another app, perhaps your wallet. Such a view cannot put {name} on the home
          screen; everything else works here. Open this address in your own browser to install it:
        </Trans>
      </p>
      <div className="mt-2 flex items-center justify-between gap-2">
        <Copyable text={address} className="figures min-w-0 text-sm font-semibold break-all">
          {address}
        </Copyable>
        <CopyButton text={address} label={t`Copy the address`} className="-mr-2.5 shrink-0" />
      </div>
    </div>
  );
}
