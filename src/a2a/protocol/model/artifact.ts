import { z } from 'zod';
import { jsonObject } from './json.js';
import { partSchema } from './part.js';

export const artifactSchema = z
  .object({
    artifactId: z.string().meta({ description: 'Unique within the task.' }),
    name: z.string().optional(),
    description: z.string().optional(),
    parts: z.array(partSchema),
    metadata: jsonObject.optional(),
    extensions: z.array(z.string()).optional(),
  })
  .meta({ description: 'A result of a task (section 4.1.7).' });

/** A result of a task (section 4.1.7). `artifactId` is unique within the task. */
export interface Artifact extends z.output<typeof artifactSchema> {}
