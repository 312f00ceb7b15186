/**
 * Which addresses are public: a push service that a user names must not be in our own network. Uses Node's own block
 * lists with the registry's ranges, because ipaddr.js treats ::127.0.0.1 as an ordinary unicast address.
 */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registry for IPv4 (RFC 6890 and its successors), multicast and reserved addresses. */
const SPECIAL_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4`;
/** Ranges within 2000::/3, outside which nothing is public: protocol assignments with Teredo, documentation, 6to4. */
const SPECIAL_V6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

function listOf(ranges: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [net = '', bits = ''] = range.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

const special = { ipv4: listOf(SPECIAL_V4, 'ipv4'), ipv6: listOf(SPECIAL_V6, 'ipv6') };
const global6 = listOf('2000::/3', 'ipv6');
/** Both carry an IPv4 address in their last 32 bits: IPv4-mapped, and NAT64 (RFC 6052). */
const CARRIERS = [listOf('::ffff:0:0/96', 'ipv6'), listOf('64:ff9b::/96', 'ipv6')];

/** The last 32 bits in IPv4 notation. `URL` writes every IPv6 address in hex. */
function carried(address: string): string {
  const hex = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '';
  const [high = '0', low = '0'] = hex.replace(/^.*::/, '0:0:').split(':').slice(-2);
  const [a, b] = [Number.parseInt(high || '0', 16), Number.parseInt(low || '0', 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** Whether an IP address is public; false for anything but an address. */
export function isOpenAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.ipv4.check(address, 'ipv4');
  // A zone (`fe80::1%eth0`) makes the address link-local.
  if (family !== 6 || address.includes('%')) return false;
  if (CARRIERS.some((list) => list.check(address, 'ipv6'))) return isOpenAddress(carried(address));
  return global6.check(address, 'ipv6') && !special.ipv6.check(address, 'ipv6');
}

/**
 * Names that resolve only inside private networks (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal), and customary
 * ones.
 */
const OWN = /\.(localhost|local|internal|home\.arpa|lan|home|corp|intranet|private|localdomain)$/;

/** Whether this may be a host on the internet: a name, whose addresses are checked when it is resolved. */
function isOpenHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name.startsWith('[') || isIP(name) > 0) return false;
  return name.includes('.') && !OWN.test(name);
}

/**
 * Why no message may be sent to this URL; undefined if one may. `anywhere` also allows this machine and its network.
 */
export function closedReason({ protocol, hostname, port }: URL, anywhere: boolean): string | undefined {
  if (protocol !== 'https:') return 'not an https address';
  if (anywhere) return undefined;
  // URL omits the default port of https.
  if (port !== '') return 'must be on port 443';
  return isOpenHost(hostname) ? undefined : 'not an address of the internet';
}
