import { Inject, Injectable } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import type { AgentInterface } from '../protocol/index.js';

/** The version of the protocol that the interfaces of this agent speak: Major.Minor only (section 3.6). */
const PROTOCOL_VERSION = '1.0';

/** The bindings in the order of preference; modules are made in no order that one could rely on. */
const PREFERENCE: readonly string[] = ['JSONRPC', 'HTTP+JSON'];

/** The interfaces that are really mounted, the preferred one first. */
@Injectable()
export class AgentInterfaces {
  private readonly announced: AgentInterface[] = [];

  constructor(@Inject(A2A_OPTIONS) private readonly options: A2AOptions) {}

  get all(): readonly AgentInterface[] {
    return this.announced.toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  /**
   * Puts an interface on the card. To be called while providers are made, before the card is built.
   *
   * @param path begins with a slash
   * @returns the interface as the card shows it
   */
  announce(path: string, protocolBinding: AgentInterface['protocolBinding']): AgentInterface {
    const url = `${this.options.publicUrl}${path}`;
    const announced = { url, protocolBinding, protocolVersion: PROTOCOL_VERSION };
    this.announced.push(announced);
    return announced;
  }
}

/** Bindings that are not ours come last, as they were announced. */
function rankOf({ protocolBinding }: AgentInterface): number {
  const rank = PREFERENCE.indexOf(protocolBinding);
  return rank === -1 ? PREFERENCE.length : rank;
}
