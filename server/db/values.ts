/**
 * How both databases return values, so that a query gives the same result on each: int8 and whole numerics are bigint, dates
 * (without a time) stay text, timestamptz is Date, bytea is bytes. The numbers are PostgreSQL's own ids of these types (pg_type).
 */
import type { ColumnType } from 'kysely';

/** numeric(38,0) in smallest units; bigint both ways. */
export type Units = bigint;
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** bytea: read as Uint8Array (a Buffer on PostgreSQL). */
export type Bytes = Uint8Array;

export const INT8 = 20;
export const NUMERIC = 1700;
export const DATE = 1082;
const BYTEA = 17;

/** Arrays of the above types. */
export const INT8_ARRAY = 1016;
export const NUMERIC_ARRAY = 1231;
export const DATE_ARRAY = 1182;

/** Amounts are whole numbers. A value with a fraction (an average) stays text, so that no digits are lost. */
export const readNumeric = (text: string): bigint | string => (/^-?\d+$/.test(text) ? BigInt(text) : text);

export const readText = (text: string): string => text;

/** The built-in conversions of bytes work digit by digit and take seconds for a document. */
const writeBytes = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`;
const readBytes = (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));

/** How the embedded database reads and writes them. */
export const PGLITE_TYPES = {
  parsers: { [INT8]: BigInt, [NUMERIC]: readNumeric, [DATE]: readText, [BYTEA]: readBytes },
  serializers: { [INT8]: String, [NUMERIC]: String, [BYTEA]: writeBytes },
};
