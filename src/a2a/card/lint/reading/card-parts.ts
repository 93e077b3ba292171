import { pointerTo } from './json-pointer.js';
import {
  isObject,
  type Located,
  type LocatedMember,
  type LooseObject,
  memberOf,
  membersOf,
  objectMembersOf,
  objectsOf,
  textsOf,
} from './loose-json.js';

/** The kinds of security scheme: the name of the one member that tells (section 4.5.1). */
export const SCHEME_KINDS = [
  'apiKeySecurityScheme',
  'httpAuthSecurityScheme',
  'oauth2SecurityScheme',
  'openIdConnectSecurityScheme',
  'mtlsSecurityScheme',
] as const;

/** The flows of OAuth 2.0, of which a scheme has one (section 4.5.7). */
export const FLOW_KINDS = [
  'authorizationCode',
  'clientCredentials',
  'deviceCode',
  'implicit',
  'password',
] as const;

/** Where security requirements stand: on the card, or on a skill. */
export interface Requirements {
  readonly pointer: string;
  /** Of which any one is enough. */
  readonly alternatives: readonly Located<LooseObject>[];
}

/** A scheme that a requirement names. */
export interface RequiredScheme {
  readonly name: string;
  readonly pointer: string;
  readonly scopes: readonly Located<string>[];
}

export function interfacesOf(card: LooseObject): Located<LooseObject>[] {
  return objectsOf(card.supportedInterfaces, '/supportedInterfaces');
}

export function skillsOf(card: LooseObject): Located<LooseObject>[] {
  return objectsOf(card.skills, '/skills');
}

export function extensionsOf(card: LooseObject): Located<LooseObject>[] {
  return objectsOf(memberOf(card.capabilities, 'extensions'), '/capabilities/extensions');
}

export function schemesOf(card: LooseObject): LocatedMember<LooseObject>[] {
  return objectMembersOf(card.securitySchemes, '/securitySchemes');
}

/** The body of a scheme, by each kind that it has: one, if it is right. */
export function schemeBodiesOf(scheme: Located<LooseObject>): LocatedMember<LooseObject>[] {
  return objectMembersOf(scheme.value, scheme.pointer).filter(({ name }) => isOneOf(SCHEME_KINDS, name));
}

/** The flows of a scheme: one of OAuth 2.0 has one, if it is right, and others have none. */
export function flowsOf(scheme: Located<LooseObject>): LocatedMember<LooseObject>[] {
  const pointer = `${scheme.pointer}/oauth2SecurityScheme/flows`;
  return objectMembersOf(memberOf(scheme.value.oauth2SecurityScheme, 'flows'), pointer).filter(({ name }) =>
    isOneOf(FLOW_KINDS, name),
  );
}

/** What the card requires, and what each skill does; those that require nothing are left out. */
export function requirementsOf(card: LooseObject): Requirements[] {
  return [{ pointer: '', value: card }, ...skillsOf(card)]
    .map(({ pointer, value }) => requirementsIn(value, pointer))
    .filter(({ alternatives }) => alternatives.length > 0);
}

/** What the card or one skill requires. */
export function requirementsIn(owner: LooseObject, ownerPointer: string): Requirements {
  const pointer = pointerTo(ownerPointer, 'securityRequirements');
  return { pointer, alternatives: objectsOf(owner.securityRequirements, pointer) };
}

/** The schemes that an alternative asks for all together. A missing list of scopes is an empty one. */
export function schemesRequiredBy(alternative: Located<LooseObject>): RequiredScheme[] {
  return membersOf(alternative.value.schemes, `${alternative.pointer}/schemes`).map(
    ({ name, pointer, value }) => ({
      name,
      pointer,
      scopes: isObject(value) ? textsOf(value.list, `${pointer}/list`) : [],
    }),
  );
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
