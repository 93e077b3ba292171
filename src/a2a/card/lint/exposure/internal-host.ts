import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Addresses that the rest of the internet can not reach, and what they are. */
const NETWORKS: readonly (readonly [kind: string, ...subnets: string[]])[] = [
  ['the address of the machine itself', '127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  ['a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  ['a link-local address', '169.254.0.0/16', 'fe80::/10'],
  ['an address behind the NAT of a provider', '100.64.0.0/10', '64:ff9b:1::/48'],
  ['an address that no network leads to', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4', '::/96', 'ff00::/8'],
];

const LISTS = NETWORKS.map(([kind, ...subnets]) => ({ kind, list: blockListOf(subnets) }));

/** Endings of names that are known inside a network only. */
const INTERNAL_ENDINGS =
  /\.(?:internal|local|localdomain|svc|lan|home|corp|intranet|intra|consul|private|home\.arpa)$/;

/** IPv4 addresses in IPv6, besides `::ffff:0:0/96`, which BlockList knows: NAT64 and 6to4. */
const EMBEDDED_IPV4 = [
  /^64:ff9b::(?<high>[\da-f]{1,4}):(?<low>[\da-f]{1,4})$/,
  /^2002:(?<high>[\da-f]{1,4}):(?<low>[\da-f]{1,4}):/,
];

/**
 * Why a host can not be reached from elsewhere, or tells what an internal network looks like.
 *
 * @param host as the URL standard spells it, IPv6 without brackets
 * @returns what it is, to be read after "is"; undefined for a public host
 */
export function internalHostKind(host: string): string | undefined {
  const name = host.replace(/\.$/, '');
  if (isIPv4(name)) {
    return kindOf(name, 'ipv4');
  }
  if (isIPv6(name)) {
    return kindOf(name, 'ipv6') ?? kindOf(embeddedIPv4(name), 'ipv4');
  }
  if (name === 'localhost' || name.endsWith('.localhost')) {
    return 'the machine itself';
  }
  if (INTERNAL_ENDINGS.test(name)) {
    return 'a name of an internal network';
  }
  return name.includes('.') ? undefined : 'a name without a domain';
}

function kindOf(address: string | undefined, family: 'ipv4' | 'ipv6'): string | undefined {
  return address === undefined ? undefined : LISTS.find(({ list }) => list.check(address, family))?.kind;
}

function embeddedIPv4(address: string): string | undefined {
  const groups = EMBEDDED_IPV4.map((pattern) => pattern.exec(address)?.groups).find((found) => found);
  return groups && [groups.high, groups.low].map((group) => bytesOf(group ?? '0')).join('.');
}

function bytesOf(group: string): string {
  const number = Number.parseInt(group, 16);
  return `${number >> 8}.${number & 0xff}`;
}

function blockListOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}
