// The account behind the wallet pill: its address in full, whether it is verified, its devices, and the ways to sign
// out.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { Output } from '#contract';
import { askToSignOut, signOut } from '#actions/sign-out.ts';
import { cached } from '#api/queries.ts';
import { fourByFour } from '#lib/four-by-four.ts';
import { openPopup, type PopupProps } from '#lib/popups.ts';
import { walletAtom } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Tag } from '#ui/card.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Identicon } from '#ui/identicon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/views.tsx';

interface RowProps {
  icon: IconName;
  to: string;
  onLeave: () => void;
  label: ReactNode;
  /** What is known so far; the row works without it. */
  children: ReactNode;
}

const Row = ({ icon, to, onLeave, label, children }: RowProps) => (
  <PageLink
    to={to}
    onClick={onLeave}
    className="flex min-h-12 items-center gap-3 rounded-control text-base text-ink no-underline active:bg-wash"
  >
    <Icon name={icon} size={22} className="shrink-0 text-muted" />
    <span className="min-w-0 grow wrap-break-word">{label}</span>
    {children}
    <Icon name="next" size={18} className="shrink-0 text-muted" />
  </PageLink>
);

function Verification({ kyc }: { kyc: Output<'GET /api/user/info'>['kyc'] }) {
  if (kyc === 'approved')
    return (
      <Tag tone="good">
        <Trans>Verified</Trans>
      </Tag>
    );
  if (kyc === 'submitted')
    return (
      <Tag tone="amber">
        <Trans>Being checked</Trans>
      </Tag>
    );
  return (
    <Tag tone={kyc === 'failed' ? 'bad' : 'quiet'}>
      {kyc === 'failed' ? <Trans>Not accepted</Trans> : <Trans>Not verified</Trans>}
    </Tag>
  );
}

function Address({ address }: { address: string }) {
  const { t } = useLingui();
  const [qr, setQr] = useState(false);
  return (
    <>
      <div className="flex items-center gap-3">
        <Identicon address={address} size={52} />
        <Copyable text={address} className="figures min-w-0 grow text-base leading-snug">
          {/* Read out and copied as one word. */}
          <span className="sr-only">{address}</span>
          <span aria-hidden="true">{fourByFour(address)}</span>
        </Copyable>
        <CopyButton text={address} label={t`Copy address`} className="text-muted" />
      </div>
      <Button look="secondary" size="sm" wide className="mt-3" aria-expanded={qr} onClick={() => setQr(!qr)}>
        {qr ? <Trans>Hide QR code</Trans> : <Trans>Show QR code</Trans>}
      </Button>
      {qr && <QrCode text={address} label={t`QR code of your address`} className="mx-auto mt-3 w-52" />}
    </>
  );
}

export function Popup({ open, onClose }: PopupProps<'account'>) {
  const { t } = useLingui();
  const { address } = useAtomValue(walletAtom);
  // The address stays on screen while the sheet closes after signing out.
  const [shown, setShown] = useState(address);
  if (address !== '' && address !== shown) setShown(address);
  const user = useQuery({ ...cached('GET /api/user/info'), enabled: open });
  const devices = useQuery({ ...cached('GET /api/user/devices'), enabled: open });
  const [busy, setBusy] = useState<'switch' | 'leave'>();
  const waits = <Skeleton className="h-4 w-16" />;
  const leave = async () => {
    setBusy('leave');
    const asked = await askToSignOut();
    setBusy(undefined);
    if (!asked) onClose();
  };
  /** Actions waiting to be sent are kept for the next sign-in with this wallet. */
  const change = async () => {
    setBusy('switch');
    await signOut();
    setBusy(undefined);
    openPopup('connect', {});
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Your account`}
      actions={
        <div className="grid grid-cols-2 gap-2">
          <Button
            look="secondary"
            size="sm"
            busy={busy === 'switch'}
            disabled={busy === 'leave'}
            onClick={() => void change()}
          >
            <Trans>Switch wallet</Trans>
          </Button>
          <Button
            look="secondary"
            size="sm"
            busy={busy === 'leave'}
            disabled={busy === 'switch'}
            onClick={() => void leave()}
          >
            <Trans>Sign out</Trans>
          </Button>
        </div>
      }
    >
      <Address address={shown} />
      <div className="mt-3 border-t border-line pt-1">
        <Row
          icon="kyc"
          to="/pages/authentication/index"
          onLeave={onClose}
          label={<Trans>Verification</Trans>}
        >
          {user.data ? <Verification kyc={user.data.kyc} /> : user.isError ? null : waits}
        </Row>
        <Row icon="install" to="/pages/privacy/index" onLeave={onClose} label={<Trans>Devices</Trans>}>
          {devices.data && devices.data.items.length > 0 ? (
            <span className="figures text-sm text-muted">
              <Plural value={devices.data.items.length} one="# device" other="# devices" />
            </span>
          ) : devices.data || devices.isError ? null : (
            waits
          )}
        </Row>
      </div>
    </Sheet>
  );
}
