// One document: photographed, chosen, dropped or pasted; shown with how it was prepared for sending.
import { Trans, useLingui } from '@lingui/react/macro';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sizeText } from '#lib/file-size.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { DocumentName, Picked } from './kyc.rules.ts';
import { HELP, NAMES, NOTES } from './kyc.words.ts';

interface FileButtonProps {
  icon: IconName;
  /** For screen readers. */
  label: string;
  children: ReactNode;
  /** File types offered in the dialog; the actual type is detected from the bytes. */
  accept: string;
  onPick: (file: File) => void;
  camera?: boolean;
  disabled?: boolean;
  error?: boolean;
  describedBy?: string;
  /** A smaller one, beside a document that is already there. */
  quiet?: boolean;
}

/**
 * A button that opens the file dialog or the camera: a label around its input, so that it works by keyboard and screen
 * reader.
 */
function FileButton(props: FileButtonProps) {
  const {
    icon,
    label,
    children,
    accept,
    onPick,
    camera = false,
    disabled,
    error = false,
    quiet = false,
  } = props;
  return (
    <label
      className={cx(
        'relative cursor-pointer items-center justify-center gap-2 rounded-control px-3 text-center text-sm font-semibold',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink has-disabled:opacity-50',
        quiet
          ? 'min-h-11 hover:bg-wash'
          : 'min-h-14 grow basis-0 border border-dashed bg-white py-2 pointer-coarse:flex-col pointer-coarse:gap-1',
        !quiet && (error ? 'border-garnet' : 'border-faint'),
        // Only on devices that are likely to have one.
        camera ? 'hidden pointer-coarse:flex' : 'flex',
      )}
    >
      <input
        type="file"
        className="sr-only"
        aria-label={label}
        aria-invalid={error || undefined}
        aria-describedby={props.describedBy}
        accept={accept}
        capture={camera ? 'environment' : undefined}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again after it was refused.
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
      <Icon name={icon} size={20} />
      {children}
    </label>
  );
}

interface DocumentFieldProps {
  name: DocumentName;
  picked: Picked | undefined;
  /** A chosen file is being prepared. */
  preparing: boolean;
  onPick: (file: File) => void;
  onRemove: () => void;
  mimeTypes: readonly string[];
  error: string | undefined;
  disabled: boolean;
}

export function DocumentField(props: DocumentFieldProps) {
  const { name, picked, preparing, onPick, error, disabled } = props;
  const { i18n } = useLingui();
  const id = useId();
  const [over, setOver] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  return (
    <div
      data-document={name}
      className={cx('rounded-control', over && 'outline-3 outline-offset-4 outline-amber')}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        const [file] = event.dataTransfer.files;
        if (file && !disabled) onPick(file);
      }}
    >
      <p id={`${id}title`} className="m-0 mb-1.5 text-sm font-medium">
        {i18n._(NAMES[name])}
      </p>
      <div role="group" aria-labelledby={`${id}title`}>
        {picked && !preparing ? (
          <Chosen {...props} picked={picked} />
        ) : (
          <Choose {...props} note={`${id}note`} />
        )}
      </div>
      <p
        id={`${id}note`}
        aria-live="polite"
        className={cx('m-0 mt-1.5 text-sm text-pretty', error === undefined ? 'text-muted' : 'text-garnet')}
      >
        {error ?? i18n._(picked ? NOTES[picked.note] : HELP[name])}
      </p>
    </div>
  );
}

function Choose({
  name,
  preparing,
  onPick,
  mimeTypes,
  error,
  disabled,
  note,
}: DocumentFieldProps & { note: string }) {
  const { i18n, t } = useLingui();
  const title = i18n._(NAMES[name]);
  const shared = { onPick, disabled, error: error !== undefined, describedBy: note };
  if (preparing)
    return (
      <p
        role="status"
        className="m-0 flex min-h-14 items-center justify-center rounded-control bg-wash text-sm text-muted"
      >
        <Trans>Preparing the file…</Trans>
      </p>
    );
  return (
    <div className="flex gap-2">
      <FileButton {...shared} icon="upload" label={t`${title}: choose a file`} accept={mimeTypes.join(',')}>
        <Trans>Choose a file</Trans>
      </FileButton>
      <FileButton {...shared} camera icon="camera" label={t`${title}: take a photo`} accept="image/*">
        <Trans>Take a photo</Trans>
      </FileButton>
    </div>
  );
}

function Chosen({
  name,
  picked,
  onPick,
  onRemove,
  mimeTypes,
  disabled,
}: DocumentFieldProps & { picked: Picked }) {
  const { i18n, t } = useLingui();
  const title = i18n._(NAMES[name]);
  const { file, was } = picked;
  const [now, before] = [sizeText(file.size, i18n.locale), sizeText(was, i18n.locale)];
  return (
    <div className="flex items-center gap-3 rounded-control border border-line bg-white p-2">
      <Preview file={file} />
      <div className="min-w-0 grow">
        <p className="m-0 truncate text-sm font-medium">{file.name}</p>
        <p className="figures m-0 text-xs text-muted">
          {file.size < was ? (
            <Trans>
              {now}, was {before}
            </Trans>
          ) : (
            now
          )}
        </p>
      </div>
      {!disabled && (
        <>
          <FileButton
            quiet
            icon="upload"
            label={t`${title}: replace`}
            accept={mimeTypes.join(',')}
            onPick={onPick}
          >
            <span className="max-[420px]:sr-only">
              <Trans>Replace</Trans>
            </span>
          </FileButton>
          <IconButton icon="close" label={t`Remove ${title}`} onClick={onRemove} className="text-muted" />
        </>
      )}
    </div>
  );
}

const BOX = 'size-16 shrink-0 rounded-lg bg-wash';

function Preview({ file }: { file: File }) {
  if (file.type.startsWith('image/')) return <Picture file={file} />;
  return (
    <span className={cx(BOX, 'grid place-items-center text-muted')}>
      <Icon name="file" size={28} />
    </span>
  );
}

/** The picture's object URL is created when it is rendered and revoked when it is removed. */
function Picture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img ref={image} alt="" className={cx(BOX, 'object-cover')} />;
}
