import { z } from 'zod';

const typeOf = (name: string) => z.literal(`type.googleapis.com/google.rpc.${name}`);

const errorInfo = z
  .object({
    '@type': typeOf('ErrorInfo'),
    reason: z
      .string()
      .meta({ description: 'The machine-readable name of the error.', examples: ['TASK_NOT_FOUND'] }),
    domain: z.string(),
    metadata: z.record(z.string(), z.string()).optional(),
  })
  .meta({ description: 'Names an error (section 9.5).' });

const badRequest = z
  .object({
    '@type': typeOf('BadRequest'),
    fieldViolations: z.array(
      z.object({
        field: z
          .string()
          .meta({ description: 'The path of the member.', examples: ['message.parts[0].text'] }),
        description: z.string(),
      }),
    ),
  })
  .meta({ description: 'Names every member of a request that is wrong.' });

const retryInfo = z
  .object({
    '@type': typeOf('RetryInfo'),
    retryDelay: z.string().meta({ pattern: String.raw`^\d+(\.\d+)?s$`, examples: ['5s'] }),
  })
  .meta({ description: 'Says when to try again.' });

const status = z
  .object({
    code: z.int().min(400).max(599).meta({ description: 'The HTTP status.' }),
    status: z.string().meta({ description: 'The name of the google.rpc.Code.', examples: ['NOT_FOUND'] }),
    message: z.string().meta({ description: 'For people.' }),
    details: z.array(z.union([errorInfo, badRequest, retryInfo])),
  })
  .meta({ description: 'What went wrong, as a google.rpc.Status.' });

const errorResponse = z
  .object({ error: status })
  .meta({ description: 'The body of every answer that is an error (section 11.6).' });

/** What an error looks like on HTTP+JSON, by the names of its parts. */
export const ERROR_MESSAGES = {
  ErrorResponse: errorResponse,
  Status: status,
  ErrorInfo: errorInfo,
  BadRequest: badRequest,
  RetryInfo: retryInfo,
} as const;
