import { type DocumentRule, WARNING } from '../lint-rule.js';
import { everyValue } from '../reading/every-value.js';
import { hostPortTarget, mentionedTargets, type UrlTarget, urlTarget } from '../reading/urls.js';
import { internalHostKind } from './internal-host.js';
import { quoted } from './quoted.js';

/** Only there may an address stand without a scheme: that of an interface of gRPC. */
const INTERFACE_URL = /^\/supportedInterfaces\/\d+\/url$/;

export const addressRules: readonly DocumentRule[] = [
  {
    id: 'internal-address',
    description: 'No URL leads into an internal network or to the machine itself.',
    severity: { production: 'error', development: 'warning' },
    *faults(document) {
      for (const { pointer, value } of everyValue(document)) {
        const target = typeof value === 'string' ? targetOf(pointer, value) : undefined;
        const kind = target && internalHostKind(target.host);
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
        const internal = mentionedTargets(value).find(({ host }) => internalHostKind(host) !== undefined);
        if (internal) {
          yield {
            pointer,
            message:
              `The text mentions ${quoted(internal.host)}, which is ${internalHostKind(internal.host)}. ` +
              'Leave it out: it shows everybody your network.',
          };
        }
      }
    },
  },
];

/** Of a text that is an address as a whole. */
function targetOf(pointer: string, text: string): UrlTarget | undefined {
  return (INTERFACE_URL.test(pointer) ? hostPortTarget(text) : undefined) ?? urlTarget(text);
}
