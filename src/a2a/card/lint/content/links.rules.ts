import { ERROR, type LintRule, WARNING } from '../lint-rule.js';
import { flowsOf, interfacesOf, schemeBodiesOf, schemesOf } from '../reading/card-parts.js';
import { isObject, type LocatedMember, type LooseObject, textMembers } from '../reading/loose-json.js';
import { parsedUrl } from '../reading/urls.js';

/** Where callers send credentials, or learn where to send them. */
const CREDENTIAL_URLS = [
  'authorizationUrl',
  'tokenUrl',
  'deviceAuthorizationUrl',
  'refreshUrl',
  'oauth2MetadataUrl',
  'openIdConnectUrl',
];

export const linkRules: readonly LintRule[] = [
  {
    id: 'security-url',
    description: 'The addresses of security schemes are absolute URLs of the web.',
    severity: ERROR,
    *faults(card) {
      for (const { name, pointer, value } of credentialUrlsOf(card)) {
        if (value.trim() !== '' && !isOfTheWeb(value)) {
          yield { pointer, message: `"${name}" is no absolute URL. Write it in full, with https.` };
        }
      }
    },
  },
  {
    id: 'plain-http',
    description: 'Interfaces and security schemes are reached over TLS.',
    severity: { ...ERROR, development: 'off' },
    *faults(card) {
      const interfaces = interfacesOf(card).flatMap(({ pointer, value }) =>
        textMembers(value, pointer, ['url']),
      );
      for (const { pointer, value } of [...interfaces, ...credentialUrlsOf(card)]) {
        if (/^(?:http|ws|grpc):$/.test(parsedUrl(value)?.protocol ?? '')) {
          yield {
            pointer,
            message:
              'What goes there can be read on the way, credentials too. Serve it over TLS (section 7.1).',
          };
        }
      }
    },
  },
  {
    id: 'link',
    description: 'The links to the provider, to documentation and to an icon are absolute URLs of the web.',
    severity: WARNING,
    *faults(card) {
      for (const { name, pointer, value } of linksOf(card)) {
        // A small icon may stand in the card itself.
        const isIcon = name === 'iconUrl' && value.startsWith('data:image/');
        if (value.trim() !== '' && !isIcon && !isOfTheWeb(value)) {
          yield { pointer, message: `"${name}" is no absolute URL. Write it in full, with https.` };
        }
      }
    },
  },
];

function credentialUrlsOf(card: LooseObject): LocatedMember<string>[] {
  const schemes = schemesOf(card);
  return [...schemes.flatMap(schemeBodiesOf), ...schemes.flatMap(flowsOf)].flatMap(({ pointer, value }) =>
    textMembers(value, pointer, CREDENTIAL_URLS),
  );
}

function linksOf(card: LooseObject): LocatedMember<string>[] {
  const provider = isObject(card.provider) ? textMembers(card.provider, '/provider', ['url']) : [];
  return [...provider, ...textMembers(card, '', ['documentationUrl', 'iconUrl'])];
}

function isOfTheWeb(text: string): boolean {
  return /^https?:\/\//i.test(text) && parsedUrl(text) !== undefined;
}
