// Multipart calls with progress: fetch cannot report how much has been sent, XMLHttpRequest can.
import type { CallName, Files, Input, Output } from '#contract';
import { sender, signedIn, unwrap } from './client.ts';
import type { TransportName } from './errors.ts';
import { headersOf, readReply, type Reply, type Sender, signed, TIMEOUT_MS, urlOf } from './request.ts';

type MultipartCall = { [K in CallName]: [Files<K>] extends [never] ? never : K }[CallName];

interface UploadOptions {
  /** Idempotency key of the form, over all its tries. */
  key: string;
  signal?: AbortSignal;
  /** Share of the body sent so far, 0..1. */
  onProgress?: (share: number) => void;
}

async function formOf(fields: Record<string, unknown>, files: Record<string, File>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(await signed(fields))) {
    if (value !== undefined && value !== null) form.set(name, String(value));
  }
  for (const [name, file] of Object.entries(files)) form.set(name, file, file.name);
  return form;
}

/** Sends a form. The timeout applies to silence: a slow connection may take as long as it needs while data flows. */
function send(
  name: MultipartCall,
  form: FormData,
  by: Sender,
  options: UploadOptions,
): Promise<Reply | TransportName> {
  return new Promise((resolve) => {
    if (options.signal?.aborted) return resolve('aborted');
    const xhr = new XMLHttpRequest();
    xhr.open('POST', urlOf(name));
    xhr.responseType = 'json';
    for (const [header, value] of Object.entries(headersOf(by))) xhr.setRequestHeader(header, value);
    let silence: ReturnType<typeof setTimeout>;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        resolve('timeout');
        xhr.abort();
      }, TIMEOUT_MS);
    };
    const sentAt = Date.now();
    xhr.upload.addEventListener('progress', (event) => {
      heard();
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    xhr.addEventListener('load', () => {
      const headers = { get: (header: string) => xhr.getResponseHeader(header) };
      resolve(readReply(xhr.response, { status: xhr.status, headers }, sentAt));
    });
    xhr.addEventListener('error', () => resolve('upload'));
    xhr.addEventListener('abort', () => resolve('aborted'));
    const stop = () => xhr.abort();
    xhr.addEventListener('loadend', () => {
      clearTimeout(silence);
      options.signal?.removeEventListener('abort', stop);
    });
    options.signal?.addEventListener('abort', stop);
    heard();
    xhr.send(form);
  });
}

/** Sends text fields and files of a multipart call; only the text fields are signed. Errors as in `call`. */
export async function upload<K extends MultipartCall>(
  name: K,
  fields: Input<K> & Readonly<Record<string, unknown>>,
  files: Record<Files<K> & string, File>,
  options: UploadOptions,
): Promise<Output<K>> {
  await signedIn();
  const by = sender();
  const form = await formOf({ ...fields }, files);
  return unwrap(await send(name, form, { ...by, key: options.key }, options), by) as Output<K>;
}
