// Installing the app on the home screen: the benefits, and how it really works in this browser.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { BRAND } from '#lib/brand.ts';
import { useBusy } from '#lib/busy.ts';
import type { InstallWay } from '#lib/install.rules.ts';
import { install, installWayAtom } from '#lib/install.ts';
import type { PopupProps } from '#lib/popups.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';

const { name } = BRAND;

// Drawings of the steps on iOS: the share button in the browser's bar, the row of the share sheet, the icon among
// others. They contain no words, so that they fit every language, and are decorative, since the text beside them says
// the same.

const { basalt, amber } = BRAND.colors;

const Picture = ({ children }: { children: ReactNode }) => (
  <svg width="96" height="72" viewBox="0 0 96 72" fill="none" aria-hidden="true" className="shrink-0">
    <rect width="96" height="72" rx="12" className="fill-wash" />
    {children}
  </svg>
);

const Ring = ({ x, y, r }: { x: number; y: number; r: number }) => (
  <circle cx={x} cy={y} r={r} stroke={amber} strokeWidth="2.5" />
);

/** A page with the browser's bar at the bottom; the share button is in its middle. */
const SharePicture = () => (
  <Picture>
    <path d="M14 8h68v56H14z" fill="#fff" />
    <path d="M22 18h40M22 26h52M22 34h30" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
    <path d="M14 46h68v18H14z" className="fill-page" />
    <path d="M22 55h.1M74 55h.1" className="stroke-faint" strokeWidth="5" strokeLinecap="round" />
    <g stroke={basalt} strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      <path d="M48 57V48.500M45 51l3-3 3 3M44.500 54H43v7h10v-7h-1.500" />
    </g>
    <Ring x={48} y={54.5} r={11} />
  </Picture>
);

/** The share sheet with the row to look for: a plus in a square. */
const AddPicture = () => (
  <Picture>
    <rect x="12" y="10" width="72" height="52" rx="8" fill="#fff" />
    <path d="M20 19h34M20 53h28" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
    <path d="M12 27h72M12 45h72" className="stroke-line" strokeWidth="1" />
    <path d="M20 36h36" stroke={basalt} strokeWidth="4" strokeLinecap="round" />
    <g stroke={basalt} strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      <rect x="68.500" y="30.500" width="11" height="11" rx="2.500" />
      <path d="M74 33.500v5M71.500 36h5" />
    </g>
    <path d="M69 19h10M69 53h10" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
    <rect x="14" y="28.500" width="68" height="15" rx="5" stroke={amber} strokeWidth="2.500" />
  </Picture>
);

/** A home screen, and the app's icon among the others. */
const IconPicture = () => (
  <Picture>
    <g className="fill-line">
      <rect x="14" y="10" width="16" height="16" rx="4.500" />
      <rect x="40" y="10" width="16" height="16" rx="4.500" />
      <rect x="66" y="10" width="16" height="16" rx="4.500" />
      <rect x="14" y="46" width="16" height="16" rx="4.500" />
      <rect x="66" y="46" width="16" height="16" rx="4.500" />
    </g>
    <rect x="36" y="34" width="28" height="28" rx="7" fill={basalt} />
    <g
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      transform="translate(38.500 36) scale(.82)"
    >
      <path d="M4 24V13.500a10 10 0 0 1 20 0V24M2 24h24" stroke="#fff" />
      <path d="M14 24v-4.500" stroke={amber} />
      <circle cx="14" cy="14" r="3.500" fill={amber} />
    </g>
    <Ring x={50} y={48} r={20} />
  </Picture>
);

const Step = ({ number, picture, children }: { number: number; picture: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-4">
    {picture}
    <span className="text-pretty">
      <span className="figures mr-1.5 font-semibold text-amber-ink">{number}.</span>
      {children}
    </span>
  </li>
);

/** The three steps on iPhone and iPad, each with a drawing of what to look for. */
const ShareSteps = () => (
  <>
    <ol className="m-0 mt-5 grid list-none gap-3 p-0 text-base">
      <Step number={1} picture={<SharePicture />}>
        <Trans>Tap Share in your browser. It may be behind the three dots.</Trans>
      </Step>
      <Step number={2} picture={<AddPicture />}>
        <Trans>Scroll down and choose “Add to Home Screen”.</Trans>
      </Step>
      <Step number={3} picture={<IconPicture />}>
        <Trans>Tap “Add”.</Trans>
      </Step>
    </ol>
    <p className="m-0 mt-4 text-sm text-pretty text-muted">
      <Trans>Then connect your wallet once in the app.</Trans>
    </p>
  </>
);

/** Nothing can be installed from inside another app: the user takes the address to a browser that can install it. */
function Elsewhere() {
  const { t } = useLingui();
  const address = location.origin;
  return (
    <div className="mt-4 rounded-control bg-wash p-4 text-base">
      <p className="m-0 text-pretty">
        <Trans>To install {name}, open this link in your own browser:</Trans>
      </p>
      <div className="mt-2 flex items-center justify-between gap-2">
        <Copyable text={address} className="figures min-w-0 text-sm font-semibold break-all">
          {address}
        </Copyable>
        <CopyButton text={address} label={t`Copy link`} className="-mr-2.5 shrink-0" />
      </div>
    </div>
  );
}

const Gain = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li className="flex items-start gap-3">
    <Icon name={icon} size={22} className="mt-0.5 shrink-0 text-malachite" />
    <span className="text-pretty">{children}</span>
  </li>
);

/** The benefits of installing the app, in three short lines. */
const Gains = () => (
  <ul className="m-0 grid list-none gap-3 p-0 text-base">
    <Gain icon="offline">
      <Trans>Opens offline</Trans>
    </Gain>
    <Gain icon="bell">
      <Trans>Get a reminder when your miner is done</Trans>
    </Gain>
    <Gain icon="home">
      <Trans>Opens from its own icon</Trans>
    </Gain>
  </ul>
);

const WAYS: Record<InstallWay, () => ReactNode> = {
  offer: () => null,
  share: () => <ShareSteps />,
  menu: () => (
    <p className="m-0 mt-4 text-base text-pretty">
      <Trans>In your browser's menu, choose “Install” or “Add to Home screen”.</Trans>
    </p>
  ),
  inside: () => <Elsewhere />,
  installed: () => (
    <p className="m-0 mt-4 text-base text-pretty">
      <Trans>{name} is installed, and you're using it.</Trans>
    </p>
  ),
  none: () => (
    <p className="m-0 mt-4 text-base text-pretty">
      <Trans>This browser can't install it. Try Chrome, Edge or Safari.</Trans>
    </p>
  ),
};

export function Popup({ open, onClose }: PopupProps<'install'>) {
  const now = useAtomValue(installWayAtom);
  // The tap uses up the browser's offer: what is shown stays until the sheet has closed.
  const [way] = useState(now);
  const [busy, agree] = useBusy(async () => {
    const agreed = await install().catch(() => false);
    if (agreed) toast(t`Installing`, 'success');
    onClose();
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Install {name}</Trans>}
      actions={
        <>
          <Button look={way === 'offer' ? 'ghost' : 'secondary'} wide onClick={onClose}>
            {way === 'offer' ? <Trans>Not now</Trans> : <Trans>Close</Trans>}
          </Button>
          {way === 'offer' && (
            <Button wide icon="install" busy={busy} onClick={agree}>
              <Trans>Install</Trans>
            </Button>
          )}
        </>
      }
    >
      <Gains />
      {WAYS[way]()}
    </Sheet>
  );
}
