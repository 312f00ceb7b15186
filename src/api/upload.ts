// Multipart calls with progress: fetch cannot tell how much has been sent, XMLHttpRequest can.
import type { CallName, Files, Input, Output } from '#contract';
import { uuid } from '#lib/ids.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { transportError } from './errors.ts';
import { apiUrl, headersOf, lostOnTheWay, TIMEOUT_MS, unwrap } from './reply.ts';
import { signed } from './sign.ts';

type MultipartCall = { [K in CallName]: [Files<K>] extends [never] ? never : K }[CallName];

export interface UploadOptions {
  key?: string;
  signal?: AbortSignal;
  /** Share of the body that has been sent, 0..1. */
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

interface Sent {
  body: unknown;
  headers: Pick<Headers, 'get'>;
}

/** Sends a form. The time limit is one of silence: a slow connection may take as long as it needs while something moves. */
function send(path: string, form: FormData, key: string, options: UploadOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', apiUrl(path));
    xhr.responseType = 'json';
    for (const [name, value] of Object.entries(headersOf(key))) xhr.setRequestHeader(name, value);
    let silence: ReturnType<typeof setTimeout>;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        reject(lostOnTheWay(transportError('timeout')));
        xhr.abort();
      }, TIMEOUT_MS);
    };
    xhr.upload.addEventListener('progress', (event) => {
      heard();
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    xhr.addEventListener('load', () =>
      resolve({
        body: xhr.response as unknown,
        headers: { get: (name) => xhr.getResponseHeader(name) },
      }),
    );
    xhr.addEventListener('error', () => reject(lostOnTheWay(transportError('upload'))));
    xhr.addEventListener('abort', () => reject(transportError('aborted')));
    const stop = () => xhr.abort();
    xhr.addEventListener('loadend', () => {
      clearTimeout(silence);
      options.signal?.removeEventListener('abort', stop);
    });
    if (options.signal?.aborted) return reject(transportError('aborted'));
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
  options: UploadOptions = {},
): Promise<Output<K>> {
  const askedWith = read(tokenAtom);
  const form = await formOf({ ...fields }, files);
  const sent = await send(name.split(' ')[1] ?? '', form, options.key ?? uuid(), options);
  return unwrap(sent.body, sent.headers, askedWith) as Output<K>;
}
