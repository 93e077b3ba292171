import type { JsonObject } from './json.js';

/** The interface of an agent: where it is, by which binding, in which version (section 4.4.6). */
export interface AgentInterface {
  url: string;
  protocolBinding: 'JSONRPC' | 'GRPC' | 'HTTP+JSON' | (string & {});
  protocolVersion: string;
  tenant?: string;
}

/** An extension of the protocol that the agent speaks (section 4.4.4). */
export interface AgentExtension {
  uri: string;
  description?: string;
  required?: boolean;
  params?: JsonObject;
}

/** What a skill is, for those who choose by it (section 4.4.5). */
export interface AgentSkill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples?: string[];
  inputModes?: string[];
  outputModes?: string[];
  securityRequirements?: SecurityRequirement[];
}

/** Schemes that must all be met, with the scopes each needs (section 4.5). */
export interface SecurityRequirement {
  schemes: Record<string, { list: string[] }>;
}

/** How a client may authenticate; the member's name tells the kind (section 4.5.1). */
export type SecurityScheme = {
  httpAuthSecurityScheme: { scheme: string; bearerFormat?: string; description?: string };
};

/** An agent's self-description (section 4.4.1). */
export interface AgentCard {
  name: string;
  description: string;
  version: string;
  provider?: { organization: string; url: string };
  documentationUrl?: string;
  iconUrl?: string;
  supportedInterfaces: AgentInterface[];
  capabilities: { streaming?: boolean; pushNotifications?: boolean; extensions?: AgentExtension[] };
  defaultInputModes: string[];
  defaultOutputModes: string[];
  skills: AgentSkill[];
  securitySchemes?: Record<string, SecurityScheme>;
  securityRequirements?: SecurityRequirement[];
}
