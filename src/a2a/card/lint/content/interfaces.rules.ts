import { quoted } from '../exposure/quoted.js';
import { ERROR, type Fault, type LintRule, WARNING } from '../lint-rule.js';
import { interfacesOf } from '../reading/card-parts.js';
import type { LooseObject } from '../reading/loose-json.js';
import { hostPortTarget, parsedUrl, urlTarget } from '../reading/urls.js';

/** The bindings that the protocol defines (section 5), all of which have their names in capitals. */
const BINDINGS = ['JSONRPC', 'GRPC', 'HTTP+JSON'];
const OVER_HTTP = new Set(['JSONRPC', 'HTTP+JSON']);

/** An entry whose members are texts that are there, as other rules demand. */
interface InterfaceEntry {
  readonly pointer: string;
  readonly url: string;
  readonly binding: string;
  readonly version: string;
  readonly tenant: string;
}

export const interfaceRules: readonly LintRule[] = [
  {
    id: 'interface-url',
    description: 'The address of an interface is an absolute URL; for gRPC it may be `host:port`.',
    severity: ERROR,
    *faults(card) {
      for (const { pointer, url, binding } of entriesOf(card)) {
        const fault = url === '' ? undefined : urlFault(url, binding);
        if (fault) yield { pointer: `${pointer}/url`, message: fault };
      }
    },
  },
  {
    id: 'protocol-version',
    description: 'The version of the protocol is Major.Minor, such as `1.0`.',
    severity: ERROR,
    *faults(card) {
      yield* versionFaults(card, (version) => !/^\d+\.\d+(\.|$)/.test(version), 'is no version');
    },
  },
  {
    id: 'protocol-version-patch',
    description: 'The version of the protocol has no third number: patches change nothing for callers.',
    severity: WARNING,
    *faults(card) {
      yield* versionFaults(card, (version) => /^\d+\.\d+\./.test(version), 'says more than that');
    },
  },
  {
    id: 'unknown-binding',
    description: 'A binding is JSONRPC, GRPC or HTTP+JSON, or has a URI for its name.',
    severity: WARNING,
    *faults(card) {
      for (const { pointer, binding } of entriesOf(card)) {
        if (binding === '' || BINDINGS.includes(binding) || parsedUrl(binding)) continue;
        const meant = BINDINGS.find((one) => plain(one) === plain(binding));
        yield {
          pointer: `${pointer}/protocolBinding`,
          message:
            `${quoted(binding)} is no binding that clients know. ` +
            (meant ? `Write ${quoted(meant)}.` : 'Name a binding of your own by a URI (section 5.8).'),
        };
      }
    },
  },
  {
    id: 'duplicate-interface',
    description: 'No interface is listed twice.',
    severity: WARNING,
    *faults(card) {
      const seen = new Map<string, string>();
      for (const { pointer, url, binding, version, tenant } of entriesOf(card)) {
        const key = JSON.stringify([url, binding, version, tenant]);
        const first = seen.get(key);
        if (first !== undefined) {
          yield { pointer, message: `This is the same interface as ${first}. Remove one of them.` };
        }
        seen.set(key, first ?? pointer);
      }
    },
  },
  {
    id: 'other-origin',
    description: 'Interfaces are where the agent is known to be, if the caller of the lint says where.',
    severity: WARNING,
    *faults(card, { expectedOrigin }) {
      const expected = expectedOrigin === undefined ? undefined : new URL(expectedOrigin);
      for (const { pointer, url, binding } of expected ? entriesOf(card) : []) {
        const isThere = OVER_HTTP.has(binding)
          ? parsedUrl(url)?.origin === expected?.origin
          : (hostPortTarget(url) ?? urlTarget(url))?.host === expected?.hostname;
        if (url !== '' && !isThere) {
          yield {
            pointer: `${pointer}/url`,
            message:
              `The interface is not at ${expected?.origin}. Clients send their credentials there: ` +
              'correct the address, or see that they are told to trust this one.',
          };
        }
      }
    },
  },
];

function* versionFaults(
  card: LooseObject,
  isWrong: (version: string) => boolean,
  what: string,
): Generator<Fault> {
  for (const { pointer, version } of entriesOf(card)) {
    if (version !== '' && isWrong(version)) {
      yield {
        pointer: `${pointer}/protocolVersion`,
        message: `${quoted(version)} ${what}. Write Major.Minor, such as "1.0" (section 3.6).`,
      };
    }
  }
}

function urlFault(url: string, binding: string): string | undefined {
  if (binding === 'GRPC') {
    return (hostPortTarget(url) ?? (url.includes('://') && parsedUrl(url)))
      ? undefined
      : 'An interface of gRPC is at host:port or an absolute URL. Write it in full (section 4.4.6).';
  }
  const target = parsedUrl(url);
  if (!target || !url.includes(':')) {
    return 'This is no absolute URL. Write it in full, with scheme and host (section 4.4.6).';
  }
  return OVER_HTTP.has(binding) && !/^https?:$/.test(target.protocol)
    ? `${binding} is spoken over HTTP. Write an https URL (section 4.4.6).`
    : undefined;
}

function entriesOf(card: LooseObject): InterfaceEntry[] {
  return interfacesOf(card).map(({ pointer, value }) => ({
    pointer,
    url: textOf(value.url),
    binding: textOf(value.protocolBinding),
    version: textOf(value.protocolVersion),
    tenant: textOf(value.tenant),
  }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** `http-json` and `HTTP+JSON` are alike. */
function plain(binding: string): string {
  return binding.toLowerCase().replace(/[^a-z]/g, '');
}
