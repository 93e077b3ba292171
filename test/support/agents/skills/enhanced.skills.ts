import {
  type ArgumentsHost,
  BadRequestException,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { type Message, RejectTask, Skill, type SkillOutput } from '../../../../src/a2a/index.js';
import { inline, queued, textOf } from './case-skill.js';

class OutOfPaper extends Error {}

/** Lets in who says please, and knows of what kind the context is. */
@Injectable()
class PleaseGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const [message] = context.getArgs<[Message]>();
    return context.getType<string>() === 'a2a' && textOf(message).includes('please');
  }
}

/** Makes the message loud; the context comes by here too and stays as it is. */
@Injectable()
class LoudPipe implements PipeTransform {
  transform(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !('parts' in value)) return value;
    const text = textOf(value as Message);
    if (text === 'mumble') throw new BadRequestException('Speak up.');
    return { ...value, parts: [{ text: text.toUpperCase() }] };
  }
}

/** Puts brackets around every string. */
@Injectable()
class BracketInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(map((value) => (typeof value === 'string' ? `[${value}]` : value)));
  }
}

/** Knows what to do about one error, and refuses another in words. */
@Catch(OutOfPaper)
class PaperFilter implements ExceptionFilter<OutOfPaper> {
  catch(exception: OutOfPaper, _host: ArgumentsHost): string {
    if (exception.message === 'for ever') throw new RejectTask('There will be no more paper.');
    return 'printed on the back';
  }
}

/** Skills under Nest's guards, pipes, interceptors and filters. */
@Injectable()
export class EnhancedSkills {
  @Skill(queued('guarded'))
  @UseGuards(PleaseGuard)
  guarded(): string {
    return 'let in';
  }

  @Skill(inline('guarded-inline'))
  @UseGuards(PleaseGuard)
  guardedInline(): string {
    return 'let in';
  }

  @Skill(queued('piped'))
  @UsePipes(LoudPipe)
  piped(message: Message): string {
    return textOf(message);
  }

  @Skill(queued('intercepted'))
  @UseInterceptors(BracketInterceptor)
  intercepted(message: Message): string {
    return textOf(message);
  }

  /** The interceptor sees the stream as one value; its chunks must arrive all the same. */
  @Skill(queued('intercepted-stream'))
  @UseInterceptors(BracketInterceptor)
  async *interceptedStream(): AsyncGenerator<SkillOutput> {
    yield 'one';
    yield 'two';
  }

  @Skill(queued('filtered'))
  @UseFilters(PaperFilter)
  filtered(message: Message): string {
    throw new OutOfPaper(textOf(message));
  }
}
