// A certificate that signs itself, for a TLS server of a test on this machine: X.509 (RFC 5280) put together by hand, so that
// no other programme has to be installed. Its authority is itself; a client trusts it by NODE_EXTRA_CA_CERTS.
import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';

/** One DER value: tag, length, content (X.690, 8.1). */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
/** An object identifier, its arcs encoded already. */
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const text = (value: string) => der(0x0c, Buffer.from(value));
const time = (value: string) => der(0x18, Buffer.from(value));
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const octets = (content: Uint8Array) => der(0x04, content);

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const NAME = sequence(set(sequence(oid('550403'), text('Adit tests'))));
const VALIDITY = sequence(time('20200101000000Z'), time('21200101000000Z'));
/** `localhost` and 127.0.0.1. */
const ALTERNATIVE_NAMES = sequence(
  oid('551d11'),
  octets(sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
);
const IS_AUTHORITY = sequence(
  oid('551d13'),
  der(0x01, Buffer.from([255])),
  octets(sequence(der(0x01, Buffer.from([255])))),
);

const pem = (content: Uint8Array) => {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};

export interface SelfSigned {
  readonly key: KeyObject;
  /** PEM. */
  readonly cert: string;
}

/** A new key, and a certificate of it for `localhost` and 127.0.0.1. */
export function selfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    NAME,
    VALIDITY,
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(ALTERNATIVE_NAMES, IS_AUTHORITY)),
  );
  const signature = sign('sha256', body, privateKey);
  return { key: privateKey, cert: pem(sequence(body, ECDSA_WITH_SHA256, bits(signature))) };
}
