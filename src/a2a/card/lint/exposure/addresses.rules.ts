import { type DocumentRule, WARNING } from '../lint-rule.js';
import { everyValue } from '../reading/every-value.js';
import { hostPortTarget, mentionedTargets, type UrlTarget, urlTarget } from '../reading/urls.js';
import { internalHostKind } from './internal-host.js';
import { quoted } from './quoted.js';

/** Only there may an address stand without a scheme: that of an interface of gRPC. */
const INTERFACE_URL = /^\/supportedInterfaces\/\d+\/url$/;

/** What people read; an address there is an example, or told of. */
const TEXT = /\/(?:name|description|(?:examples|tags)\/\d+)$/;

/** Elsewhere a host without a domain may be what the scheme calls otherwise: a bucket, a database. */
const WEB = /^(?:https?|wss?|grpcs?)$/;

export const addressRules: readonly DocumentRule[] = [
  {
    id: 'internal-address',
    description: 'No URL leads into an internal network or to the machine itself.',
    severity: { production: 'error', development: 'warning' },
    *faults(document) {
      for (const { pointer, value } of everyValue(document)) {
        const target = typeof value === 'string' ? targetOf(pointer, value) : undefined;
        const kind = target && kindOf(target);
        if (kind !== undefined) {
          yield {
            pointer,
            message:
              `${quoted(target?.host ?? '')} is ${kind}. Put the public address here, or take this off the card: ` +
              'callers elsewhere can not reach it, and it shows them your network.',
          };
        }
      }
    },
  },
  {
    id: 'internal-address-in-text',
    description: 'No text mentions an URL within an internal network.',
    severity: { ...WARNING, development: 'off' },
    *faults(document) {
      for (const { pointer, value } of everyValue(document)) {
        if (typeof value !== 'string' || targetOf(pointer, value)) continue;
        const internal = mentionedTargets(value).find((target) => kindOf(target) !== undefined);
        if (internal) {
          yield {
            pointer,
            message:
              `The text mentions ${quoted(internal.host)}, which is ${kindOf(internal)}. ` +
              'Leave it out: it shows everybody your network.',
          };
        }
      }
    },
  },
];

/** Why the host of an address is not for others to see, as {@link internalHostKind} says it. */
function kindOf({ scheme, host }: UrlTarget): string | undefined {
  return WEB.test(scheme) || /[.:]/.test(host) ? internalHostKind(host) : undefined;
}

/** Of a member that is an address as a whole. */
function targetOf(pointer: string, text: string): UrlTarget | undefined {
  if (TEXT.test(pointer)) return undefined;
  return (INTERFACE_URL.test(pointer) ? hostPortTarget(text) : undefined) ?? urlTarget(text);
}
