import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import {
  A2AModule,
  type A2AOptions,
  type ApiKey,
  type Message,
  type MessageReply,
  type Principal,
  Skill,
  type SkillContext,
  type SkillOutput,
} from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { runAgent } from './run-agent.js';
import { inline, queued, textOf } from './skills/case-skill.js';

/** What its paid skills ask for; unset: nothing. */
const scopes = process.env.SKILL_SCOPES?.split(' ');

/** Skills that say what their caller's credentials grant. */
@Injectable()
class SecuredSkills {
  @Skill(inline('free', 'free'))
  free(_message: Message, { principal }: SkillContext): string {
    return grantedTo(principal);
  }

  /** Counts from 1 to the number in the message, one each 100 ms. */
  @Skill(queued('count'))
  async *count(message: Message): AsyncGenerator<SkillOutput> {
    for (let at = 1; at <= Number(textOf(message)); at += 1) {
      yield {
        artifact: { artifactId: 'count', parts: [{ text: `${at} ` }] },
        append: at > 1,
        lastChunk: false,
      };
      await delay(100);
    }
  }

  /** `ask`: waits for another message. */
  @Skill({ ...queued('paid', 'paid'), scopes })
  paid(message: Message, context: SkillContext): string {
    if (textOf(message) === 'ask') context.ask('And now?');
    return grantedTo(context.principal);
  }

  @Skill({ ...inline('paid-inline'), scopes })
  paidInline(_message: Message, { principal }: SkillContext): string {
    return grantedTo(principal);
  }

  @Skill({ ...inline('paid-reply'), run: 'inline', reply: 'message', scopes })
  paidReply(_message: Message, { principal }: SkillContext): MessageReply {
    return grantedTo(principal);
  }
}

function grantedTo({ scopes: granted }: Principal): string {
  return granted.toSorted().join(' ') || 'nothing';
}

/** Whose keys are in a file, which is read for each caller. */
function keysIn(file: string): A2AOptions['security'] {
  const find = async (sha256: string) =>
    (JSON.parse(await readFile(file, 'utf8')) as ApiKey[]).find((key) => key.sha256 === sha256);
  return {
    schemes: { team: { type: 'apiKey', location: 'header', name: 'X-API-Key', keys: { find } } },
    requirements: [{ team: [] }],
  };
}

const { KEY_FILE } = process.env;
const options = {
  ...optionsFromEnvironment(process.env),
  httpJsonPath: '/a2a/v1',
  ...(KEY_FILE !== undefined && { security: keysIn(KEY_FILE) }),
};

/** An agent whose callers must prove who they are, as its environment says. */
@Module({
  imports: [A2AModule.forRoot(options)],
  providers: [SecuredSkills],
})
class SecuredAgentModule {}

runAgent(SecuredAgentModule, process.env);
