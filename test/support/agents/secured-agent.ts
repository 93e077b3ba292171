import { Injectable, Module } from '@nestjs/common';
import {
  A2AModule,
  type Message,
  type MessageReply,
  type Principal,
  Skill,
  type SkillContext,
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

/** An agent whose callers must prove who they are, as its environment says. */
@Module({
  imports: [A2AModule.forRoot({ ...optionsFromEnvironment(process.env), httpJsonPath: '/a2a/v1' })],
  providers: [SecuredSkills],
})
class SecuredAgentModule {}

runAgent(SecuredAgentModule, process.env);
