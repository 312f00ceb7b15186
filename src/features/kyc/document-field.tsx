// One document: taken with the camera or chosen from files, looked at before it is accepted, shown before it is sent.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import type { DocumentName } from './kyc.rules.ts';
import { HELP, NAMES } from './kyc.words.ts';

interface DocumentFieldProps {
  name: DocumentName;
  file: File | undefined;
  onPick: (file: File) => void;
  onRemove: () => void;
  /** For the file chooser; what a file really is, its bytes say. */
  mimeTypes: readonly string[];
  error?: string | undefined;
  disabled?: boolean;
}

const isPicture = (file: File): boolean => file.type.startsWith('image/');

const sizeText = (bytes: number, language: string): string =>
  bytes < 1_000_000
    ? new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
        Math.ceil(bytes / 1000),
      )
    : new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
        bytes / 1_000_000,
      );

export function DocumentField(props: DocumentFieldProps) {
  const { name, file, onPick, onRemove, mimeTypes, error, disabled = false } = props;
  const { t, i18n } = useLingui();
  const id = useId();
  const title = i18n._(NAMES[name]);
  return (
    <div data-wrong={error !== undefined || undefined}>
      <p id={`${id}title`} className="m-0 mb-1.5 text-sm font-medium">
        {title}
      </p>
      {file ? (
        <div className="flex items-center gap-3 rounded-control border border-line bg-white p-2">
          <Preview file={file} />
          <div className="min-w-0 grow">
            <p className="m-0 truncate text-sm font-medium">{file.name}</p>
            <p className="figures m-0 text-[13px] text-muted">{sizeText(file.size, i18n.locale)}</p>
          </div>
          {!disabled && (
            <IconButton icon="close" label={t`Remove ${title}`} onClick={onRemove} className="text-muted" />
          )}
        </div>
      ) : (
        <div className="flex gap-2" role="group" aria-labelledby={`${id}title`}>
          <Picker
            {...{ name, mimeTypes, disabled, onPick }}
            error={error !== undefined}
            describedBy={`${id}note`}
          />
          <Picker
            {...{ name, mimeTypes, disabled, onPick }}
            error={error !== undefined}
            describedBy={`${id}note`}
            camera
          />
        </div>
      )}
      <p
        id={`${id}note`}
        aria-live="polite"
        className={cx(
          'm-0 mt-1.5 text-[13px] text-pretty',
          error === undefined ? 'text-muted' : 'text-garnet',
        )}
      >
        {error ?? i18n._(HELP[name])}
      </p>
    </div>
  );
}

const BOX = 'size-16 shrink-0 rounded-lg bg-wash';

function Preview({ file }: { file: File }) {
  if (isPicture(file)) return <Picture file={file} />;
  return (
    <span className={cx(BOX, 'grid place-items-center text-muted')}>
      <Icon name="file" size={28} />
    </span>
  );
}

/** The address of the picture is made when it is drawn and given back when it goes. */
function Picture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img ref={image} alt="" className={cx(BOX, 'object-cover')} />;
}

interface PickerProps {
  name: DocumentName;
  mimeTypes: readonly string[];
  onPick: (file: File) => void;
  disabled: boolean;
  error: boolean;
  describedBy: string;
  /** Opens the camera; only where there is likely to be one. */
  camera?: boolean;
}

function Picker({ name, mimeTypes, onPick, disabled, error, describedBy, camera = false }: PickerProps) {
  const { i18n, t } = useLingui();
  const title = i18n._(NAMES[name]);
  return (
    <label
      className={cx(
        'min-h-14 grow cursor-pointer items-center justify-center gap-2 rounded-control border border-dashed bg-white px-3 text-center text-sm font-semibold',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-amber has-disabled:opacity-50',
        camera ? 'hidden pointer-coarse:flex' : 'flex',
        error ? 'border-garnet' : 'border-faint',
      )}
    >
      <input
        type="file"
        className="sr-only"
        name={camera ? undefined : name}
        aria-label={camera ? t`${title}: take a photo` : t`${title}: choose a file`}
        aria-invalid={error || undefined}
        aria-describedby={describedBy}
        accept={camera ? 'image/*' : mimeTypes.join(',')}
        {...(camera && { capture: 'environment' as const })}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again after it was refused.
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
      <Icon name={camera ? 'camera' : 'upload'} size={20} />
      {camera ? <Trans>Take a photo</Trans> : <Trans>Choose a file</Trans>}
    </label>
  );
}
