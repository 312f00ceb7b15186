/**
 * Trace ids (W3C Trace Context): a page names its call, and everything that results from it is logged and booked under
 * that name. The sender chooses the id, so it proves nothing and decides nothing.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

const given = ({ headers }: Pick<IncomingMessage, 'headers'>) => PARENT.exec(String(headers['traceparent']));

/** 32 hex digits: the id from the request, or a new one. */
export const traceOf = (request: Pick<IncomingMessage, 'headers'>): string =>
  given(request)?.[1] ?? randomUUID().replaceAll('-', '');

/** The sender's id for this one try; undefined if it gave none. */
export const spanOf = (request: Pick<IncomingMessage, 'headers'>): string | undefined => given(request)?.[2];
