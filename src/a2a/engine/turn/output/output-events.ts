import type { NewTaskEvent, TaskKey } from '../../../datastore/ports/index.js';
import {
  type Artifact,
  type JsonObject,
  type Message,
  type Part,
  partSchema,
  PROGRESS_EXTENSION,
  type Progress,
} from '../../../protocol/index.js';
import { FailTask } from '../../../skills/face/index.js';
import { agentMessage } from './agent-message.js';
import type { PlacedOutput } from './contents/given-output.js';

/** The longest id that an artifact may have; the store keeps them in an index. */
const MAX_ID_LENGTH = 200;
/** The artifact that takes what a handler gives without naming one. */
const DEFAULT_ARTIFACT = 'result';

/** What the attempt belongs to. */
export interface TurnIdentity {
  readonly key: TaskKey;
  readonly contextId: string;
  readonly turn: number;
  /** How many remarks the history of the task has room for. */
  readonly remarks: number;
}

/**
 * Turns what a handler gives into events of the task, for one attempt: it alone knows which artifacts the
 * attempt has begun, so the first chunk of each goes out as a replacement and later ones as additions.
 */
export class OutputEvents {
  private readonly begun = new Set<string>();
  private remarks = 0;

  constructor(private readonly turn: TurnIdentity) {}

  /** @param streamed whether more outputs may follow this one */
  of(output: PlacedOutput, streamed: boolean): NewTaskEvent | Progress {
    if (typeof output === 'string') {
      return this.default({ text: output }, streamed);
    }
    if ('progress' in output) {
      return output.progress;
    }
    if ('remark' in output) {
      return this.remark(output.remark);
    }
    if ('artifactId' in output) {
      return this.artifact({ artifact: output });
    }
    if ('artifact' in output) {
      return this.artifact(output);
    }
    if (isPart(output)) {
      return this.default(output, streamed);
    }
    throw new TypeError(
      'A skill gave something that is no string, Part, Artifact or SkillEvent. Return or emit one of these.',
    );
  }

  /** A message from the agent within this task. */
  say(content: string | readonly Part[]): Message {
    return agentMessage(content, { contextId: this.turn.contextId, taskId: this.turn.key.taskId });
  }

  private remark(content: string | readonly Part[]): NewTaskEvent {
    if (this.remarks >= this.turn.remarks) {
      throw new FailTask(
        'The skill made more remarks than the history of a task holds. Report with progress(), or give an artifact.',
      );
    }
    this.remarks += 1;
    return { statusUpdate: { status: { state: 'TASK_STATE_WORKING', message: this.say(content) } } };
  }

  private default(part: Part, streamed: boolean): NewTaskEvent {
    const artifactId = this.turn.turn === 1 ? DEFAULT_ARTIFACT : `${DEFAULT_ARTIFACT}-${this.turn.turn}`;
    const artifact: Artifact = { artifactId, parts: [part] };
    return this.artifact(streamed ? { artifact, append: true } : { artifact });
  }

  private artifact({
    artifact,
    append,
    lastChunk,
  }: Extract<PlacedOutput, { artifact: object }>): NewTaskEvent {
    const fault = faultOf(artifact);
    if (fault) {
      throw new FailTask(`The skill gave an artifact that is none: ${fault}.`);
    }
    const whole = append === undefined && lastChunk === undefined;
    const follows = append === true && this.begun.has(artifact.artifactId);
    this.begun.add(artifact.artifactId);
    return {
      artifactUpdate: { artifact, append: follows, ...(whole || lastChunk ? { lastChunk: true } : {}) },
    };
  }
}

/** A progress report as an event: a status update that changes nothing but the task's metadata. */
export function progressEvent(progress: Progress): NewTaskEvent {
  const metadata: JsonObject = { [PROGRESS_EXTENSION]: { ...progress } };
  return { statusUpdate: { status: { state: 'TASK_STATE_WORKING' }, metadata } };
}

/** What the protocol forbids of an artifact (section 4.1.7), in words for the team that wrote the skill. */
function faultOf({ artifactId, parts }: Artifact): string | undefined {
  if (typeof artifactId !== 'string' || artifactId === '' || artifactId.length > MAX_ID_LENGTH) {
    return `its artifactId must have 1 to ${MAX_ID_LENGTH} characters`;
  }
  if (!Array.isArray(parts) || parts.length === 0) {
    return 'it must hold at least one part';
  }
  const wrong = parts.findIndex((part) => !partSchema.safeParse(part).success);
  return wrong === -1 ? undefined : `parts[${wrong}] must hold exactly one of text, raw, url, data`;
}

function isPart(output: object): output is Part {
  return 'text' in output || 'raw' in output || 'url' in output || 'data' in output;
}
