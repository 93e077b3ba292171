import type { JsonObject } from './json.js';
import type { Part } from './part.js';

/** A result of a task (section 4.1.7). `artifactId` is unique within the task. */
export interface Artifact {
  artifactId: string;
  name?: string;
  description?: string;
  parts: Part[];
  metadata?: JsonObject;
  extensions?: string[];
}
