// A draw's hash with the three digits marked that are the result: by colour and by a line below them.
import { Trans, useLingui } from '@lingui/react/macro';
import { markedDigits } from '#draws/lottery.ts';

export function MarkedHash({ hash }: { hash: string }) {
  const { t } = useLingui();
  const { text, positions } = markedDigits(hash);
  const parts = [...text].map((character, at) => ({ character, at }));
  return (
    <div>
      <p className="m-0 text-[13px] text-pretty text-muted">
        <Trans>The last three decimal digits of the hash, letters skipped:</Trans>
      </p>
      <p
        role="img"
        aria-label={t`Hash of the draw: ${text}`}
        className="m-0 mt-1.5 rounded-control bg-wash px-3 py-2.5 font-mono text-[13px] leading-[1.7] break-all text-muted"
      >
        {parts.map(({ character, at }) =>
          positions.includes(at) ? (
            <mark
              key={at}
              className="rounded-sm border-b-2 border-amber-deep bg-amber px-0.5 font-bold text-basalt"
            >
              {character}
            </mark>
          ) : (
            character
          ),
        )}
      </p>
    </div>
  );
}
