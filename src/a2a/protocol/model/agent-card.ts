import { z } from 'zod';
import { jsonObject } from './json.js';
import { SECURITY_MESSAGES } from './security-scheme.js';

export type { SecurityRequirement, SecurityScheme } from './security-scheme.js';

const { SecurityRequirement: securityRequirement, SecurityScheme: securityScheme } = SECURITY_MESSAGES;
const mediaTypes = z.array(z.string());

/** The bindings that the protocol defines; others are named by a URI (section 5.8). */
type ProtocolBinding = 'JSONRPC' | 'GRPC' | 'HTTP+JSON' | (string & {});

const agentInterface = z
  .object({
    url: z.string(),
    protocolBinding: z
      .string()
      .meta({ examples: ['JSONRPC', 'GRPC', 'HTTP+JSON'] }) as z.ZodType as z.ZodType<ProtocolBinding>,
    protocolVersion: z.string().meta({ description: 'Major.Minor.', examples: ['1.0'] }),
    tenant: z.string().optional().meta({ description: 'To be sent with every request to this interface.' }),
  })
  .meta({
    description: 'An interface of an agent: where it is, by which binding, in which version (section 4.4.6).',
  });

/** The interface of an agent: where it is, by which binding, in which version (section 4.4.6). */
export interface AgentInterface extends z.output<typeof agentInterface> {}

const agentExtension = z
  .object({
    uri: z.string(),
    description: z.string().optional(),
    required: z
      .boolean()
      .optional()
      .meta({ description: 'true: a client that does not speak it is refused.' }),
    params: jsonObject.optional(),
  })
  .meta({ description: 'An extension of the protocol that the agent speaks (section 4.4.4).' });

/** An extension of the protocol that the agent speaks (section 4.4.4). */
export interface AgentExtension extends z.output<typeof agentExtension> {}

const agentSkill = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    examples: z.array(z.string()).optional(),
    inputModes: mediaTypes.optional(),
    outputModes: mediaTypes.optional(),
    securityRequirements: z.array(securityRequirement).optional(),
  })
  .meta({ description: 'What a skill is, for those who choose by it (section 4.4.5).' });

/** What a skill is, for those who choose by it (section 4.4.5). */
export interface AgentSkill extends z.output<typeof agentSkill> {}

const agentProvider = z.object({ organization: z.string(), url: z.string() });

const agentCapabilities = z.object({
  streaming: z.boolean().optional(),
  pushNotifications: z.boolean().optional(),
  extendedAgentCard: z.boolean().optional(),
  extensions: z.array(agentExtension).optional(),
});

const agentCardSignature = z
  .object({ protected: z.string(), signature: z.string(), header: jsonObject.optional() })
  .meta({ description: 'A detached signature of the card (RFC 7515; section 8.4).' });

const agentCard = z
  .object({
    name: z.string(),
    description: z.string(),
    version: z.string().meta({ description: "The agent's own version, not the protocol's." }),
    provider: agentProvider.optional(),
    documentationUrl: z.string().optional(),
    iconUrl: z.string().optional(),
    supportedInterfaces: z.array(agentInterface).min(1),
    capabilities: agentCapabilities,
    defaultInputModes: mediaTypes,
    defaultOutputModes: mediaTypes,
    skills: z.array(agentSkill),
    securitySchemes: z.record(z.string(), securityScheme).optional(),
    securityRequirements: z.array(securityRequirement).optional(),
    signatures: z.array(agentCardSignature).optional(),
  })
  .meta({ description: "An agent's self-description (section 4.4.1)." });

/** An agent's self-description (section 4.4.1). */
export interface AgentCard extends z.output<typeof agentCard> {}

/** The messages that a card is made of, by their names in the protocol's definition. */
export const CARD_MESSAGES = {
  AgentCard: agentCard,
  AgentProvider: agentProvider,
  AgentInterface: agentInterface,
  AgentCapabilities: agentCapabilities,
  AgentExtension: agentExtension,
  AgentSkill: agentSkill,
  AgentCardSignature: agentCardSignature,
  ...SECURITY_MESSAGES,
} as const;
