import { rows } from './requirement.js';

export const CARD = rows(
  ['A-1', 'MUST', '8.1, 8.2', 'The card is served at /.well-known/agent-card.json.'],
  ['A-2', 'SHOULD', '14.3', 'The public card holds no secret and nothing internal.'],
  [
    'A-3',
    'SHOULD',
    'topic multi-tenancy',
    'Each agent of a host has its own card.',
    {
      notOfServer: 'of deployments',
    },
  ],
  ['A-4', 'MUST', '5.7, proto', 'Every required member of the card is there and valid.'],
  [
    'A-5',
    'MUST',
    '5.2, 8.3.1',
    'Every binding is declared, the preferred one first, each with its true URL.',
  ],
  [
    'A-6',
    'MUST',
    'A.2.2',
    'The card has the members of 1.0 and none of 0.3; that there is an extended one stands among the capabilities.',
  ],
  ['A-7', 'SHOULD', '5.8, 12.7', 'A binding of one’s own is identified by a URI.'],
  ['A-8', 'MUST', '3.6', 'Digits of a patch stand on no card and count for nothing in the negotiation.'],
  ['A-9', 'SHOULD', '8.6', 'The card is cached: max-age, an entity tag, and 304 for who has it.'],
  [
    'A-10',
    'SHOULD',
    '13.3',
    'The extended card is cached for its principal alone, has a version, and is looked at again each time.',
  ],
  ['A-11', 'SHOULD', '8.6', 'A client caches as RFC 9111 says.', { notOfServer: 'of clients' }],
  ['A-12', 'MAY', '8.4', 'A card may be signed, once or several times.'],
  ['A-13', 'MUST', '8.4.1', 'What is signed is the canonical form of the card.'],
  [
    'A-14',
    'MUST',
    '8.4.2',
    'The protected header of a signature names algorithm, key and type; the algorithm is never none.',
  ],
  ['A-15', 'MUST', '8.4.2', 'The signature covers header and payload, in base64url without padding.'],
  [
    'A-16',
    'MUST',
    '8.4.3',
    'A client verifies the signature before it trusts.',
    { notOfServer: 'of clients' },
  ],
  [
    'A-17',
    'MUST',
    '3.1.11, 13.3',
    'The extended card needs a caller who is authenticated by a scheme of the public card.',
  ],
  [
    'A-18',
    'MUST',
    '3.1.11',
    'Who asks for an extended card that is not declared gets UNSUPPORTED_OPERATION; where it is declared and there is none, EXTENDED_AGENT_CARD_NOT_CONFIGURED.',
  ],
  ['A-19', 'MUST', '13.3', 'Nothing privileged is told before the permission is checked.'],
  [
    'A-20',
    'SHOULD',
    '13.3',
    'A client puts the extended card in the place of the public one.',
    {
      notOfServer: 'of clients',
    },
  ],
);
