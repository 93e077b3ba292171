import { Inject, Injectable } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type AgentExtension, PROGRESS_EXTENSION, SKILL_EXTENSION } from '../../protocol/index.js';

const OWN: readonly AgentExtension[] = [
  { uri: PROGRESS_EXTENSION, description: 'Progress of a task: percent and text, in its metadata.' },
  { uri: SKILL_EXTENSION, description: 'The skill that a message is meant for, in its metadata.' },
];

/** The extensions of the protocol that the agent speaks (section 4.6): its card's, and those a call activates. */
@Injectable()
export class AgentExtensions {
  /** Those that the card shows. */
  readonly shown: readonly AgentExtension[];
  private readonly required: readonly string[];
  private readonly known: ReadonlySet<string>;

  /** @throws Error for one without a URI, one that a header can not carry, and one that is declared twice */
  constructor(@Inject(A2A_OPTIONS) { extensions = [], card = {} }: A2AOptions) {
    const declared = extensions.map(toAgentExtension);
    const all = [...OWN, ...declared];
    this.shown = card.ownExtensions === false ? declared : all;
    const uris = all.map(({ uri }) => uri);
    const twice = uris.find((uri, index) => uris.indexOf(uri) !== index);
    if (twice !== undefined) {
      throw new Error(`The extension "${twice}" is declared twice. Declare it once.`);
    }
    this.known = new Set(uris);
    this.required = all.filter(({ required }) => required).map(({ uri }) => uri);
  }

  /** Those of the caller's extensions that the agent speaks too, each once; others are ignored (section 4.6). */
  activatedBy(uris: readonly string[]): readonly string[] {
    return [...new Set(uris)].filter((uri) => this.known.has(uri));
  }

  /** Those that a caller must speak and does not. */
  missingFrom(uris: readonly string[]): readonly string[] {
    return this.required.filter((uri) => !uris.includes(uri));
  }
}

function toAgentExtension({ uri, description, required, params }: AgentExtension): AgentExtension {
  if (!/^[\x21-\x2b\x2d-\x7e]+$/.test(uri)) {
    throw new Error(
      `The extension "${uri}" needs a URI in printable ASCII without spaces and commas, such as ` +
        '"https://example.com/extensions/geo/v1": callers name it in a header.',
    );
  }
  return {
    uri,
    ...(description !== undefined && { description }),
    ...(required && { required }),
    ...(params && { params }),
  };
}
