import type { CARD_MESSAGES } from '../../protocol/model/agent-card.js';

/** The messages a card is made of. */
export type CardMessageName = keyof typeof CARD_MESSAGES;

/** What a member of a card's message holds. */
export type CardType =
  | { readonly kind: 'string' | 'boolean' | 'struct' }
  | { readonly kind: 'message'; readonly message: CardMessageName }
  | { readonly kind: 'list' | 'map'; readonly of: CardType };

/**
 * Whether the protocol's definition tells a member that is left out from one that equals its default:
 *
 * - `required`: marked REQUIRED, to be written in any case (section 5.7)
 * - `explicit`: `optional`, a message or a choice: what is written down was set, even if it is empty
 * - `implicit`: the default, such as `""`, `false` or an empty list, is the same as nothing
 */
type Presence = 'required' | 'explicit' | 'implicit';

/** A member of a card's message. */
export interface CardField {
  readonly type: CardType;
  readonly presence: Presence;
}

/** A message of a card. */
export interface CardMessage {
  readonly fields: Readonly<Record<string, CardField>>;
  /** Its members are a `oneof`: at most one is there, and which one it is has a meaning. */
  readonly isChoice: boolean;
}

/** The names of a message's members, also when it is a choice. */
type MemberOf<T> = T extends unknown ? keyof T & string : never;
type MembersOf<Name extends CardMessageName> = MemberOf<(typeof CARD_MESSAGES)[Name]['_zod']['output']>;

const string = { kind: 'string' } as const;
const boolean = { kind: 'boolean' } as const;
const struct = { kind: 'struct' } as const;
const message = (name: CardMessageName) => ({ kind: 'message', message: name }) as const;
const list = (of: CardType) => ({ kind: 'list', of }) as const;
const map = (of: CardType) => ({ kind: 'map', of }) as const;

const required = (type: CardType): CardField => ({ type, presence: 'required' });
const explicit = (type: CardType): CardField => ({ type, presence: 'explicit' });
const implicit = (type: CardType): CardField => ({ type, presence: 'implicit' });

const members = <Name extends string>(fields: Record<Name, CardField>) => ({ fields, isChoice: false });
const choice = <Name extends string>(options: Record<Name, CardMessageName>) => ({
  fields: Object.fromEntries(
    Object.entries<CardMessageName>(options).map(([name, option]) => [name, explicit(message(option))]),
  ) as Record<Name, CardField>,
  isChoice: true,
});

const strings = list(string);
const scopes = map(string);
const requirements = implicit(list(message('SecurityRequirement')));

/**
 * What the protocol's definition says of the presence of each member of a card, which the schemas of the model
 * do not: they tell what a card of ours must hold. The compiler refuses a message or a member that is missing
 * here.
 */
export const CARD_SCHEMA: {
  readonly [Name in CardMessageName]: CardMessage & {
    readonly fields: Readonly<Record<MembersOf<Name>, CardField>>;
  };
} = {
  AgentCard: members({
    name: required(string),
    description: required(string),
    version: required(string),
    provider: explicit(message('AgentProvider')),
    documentationUrl: explicit(string),
    iconUrl: explicit(string),
    supportedInterfaces: required(list(message('AgentInterface'))),
    capabilities: required(message('AgentCapabilities')),
    defaultInputModes: required(strings),
    defaultOutputModes: required(strings),
    skills: required(list(message('AgentSkill'))),
    securitySchemes: implicit(map(message('SecurityScheme'))),
    securityRequirements: requirements,
    signatures: implicit(list(message('AgentCardSignature'))),
  }),
  AgentProvider: members({ organization: required(string), url: required(string) }),
  AgentInterface: members({
    url: required(string),
    protocolBinding: required(string),
    protocolVersion: required(string),
    tenant: implicit(string),
  }),
  AgentCapabilities: members({
    streaming: explicit(boolean),
    pushNotifications: explicit(boolean),
    extendedAgentCard: explicit(boolean),
    extensions: implicit(list(message('AgentExtension'))),
  }),
  AgentExtension: members({
    uri: implicit(string),
    description: implicit(string),
    required: implicit(boolean),
    params: explicit(struct),
  }),
  AgentSkill: members({
    id: required(string),
    name: required(string),
    description: required(string),
    tags: required(strings),
    examples: implicit(strings),
    inputModes: implicit(strings),
    outputModes: implicit(strings),
    securityRequirements: requirements,
  }),
  AgentCardSignature: members({
    protected: required(string),
    signature: required(string),
    header: explicit(struct),
  }),
  SecurityScheme: choice({
    apiKeySecurityScheme: 'APIKeySecurityScheme',
    httpAuthSecurityScheme: 'HTTPAuthSecurityScheme',
    oauth2SecurityScheme: 'OAuth2SecurityScheme',
    openIdConnectSecurityScheme: 'OpenIdConnectSecurityScheme',
    mtlsSecurityScheme: 'MutualTlsSecurityScheme',
  }),
  APIKeySecurityScheme: members({
    description: implicit(string),
    location: required(string),
    name: required(string),
  }),
  HTTPAuthSecurityScheme: members({
    description: implicit(string),
    scheme: required(string),
    bearerFormat: implicit(string),
  }),
  OAuth2SecurityScheme: members({
    description: implicit(string),
    flows: required(message('OAuthFlows')),
    oauth2MetadataUrl: implicit(string),
  }),
  OpenIdConnectSecurityScheme: members({ description: implicit(string), openIdConnectUrl: required(string) }),
  MutualTlsSecurityScheme: members({ description: implicit(string) }),
  OAuthFlows: choice({
    authorizationCode: 'AuthorizationCodeOAuthFlow',
    clientCredentials: 'ClientCredentialsOAuthFlow',
    implicit: 'ImplicitOAuthFlow',
    password: 'PasswordOAuthFlow',
    deviceCode: 'DeviceCodeOAuthFlow',
  }),
  AuthorizationCodeOAuthFlow: members({
    authorizationUrl: required(string),
    tokenUrl: required(string),
    refreshUrl: implicit(string),
    scopes: required(scopes),
    pkceRequired: implicit(boolean),
  }),
  ClientCredentialsOAuthFlow: members({
    tokenUrl: required(string),
    refreshUrl: implicit(string),
    scopes: required(scopes),
  }),
  ImplicitOAuthFlow: members({
    authorizationUrl: implicit(string),
    refreshUrl: implicit(string),
    scopes: implicit(scopes),
  }),
  PasswordOAuthFlow: members({
    tokenUrl: implicit(string),
    refreshUrl: implicit(string),
    scopes: implicit(scopes),
  }),
  DeviceCodeOAuthFlow: members({
    deviceAuthorizationUrl: required(string),
    tokenUrl: required(string),
    refreshUrl: implicit(string),
    scopes: required(scopes),
  }),
  SecurityRequirement: members({ schemes: implicit(map(message('StringList'))) }),
  StringList: members({ list: implicit(strings) }),
};
