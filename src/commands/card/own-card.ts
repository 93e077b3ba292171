import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AgentCard } from '../../a2a/index.js';
import { CardBuilder } from '../../a2a/card/content/card.builder.js';
import { CardInspection } from '../../a2a/card/inspection/card-inspection.service.js';
import type { Finding } from '../../a2a/card/lint/index.js';
import { AppModule } from '../../app.module.js';
import type { LoadedEnvironment } from '../../environment/index.js';

/** The card of this agent, as its code and its environment make it. */
export interface OwnCard {
  /** What everybody is shown. Unsigned: keys are of the place where the agent runs. */
  readonly shown: AgentCard;
  /** With skills and interfaces that are off or not for everybody. */
  readonly whole: AgentCard;
  /** What would be said of it at the start. */
  readonly findings: readonly Finding[];
  /** Whether warnings would keep the agent from starting too. */
  readonly isStrict: boolean;
}

/** What is said of other parts of the agent is of no use here. */
const ERRORS_ONLY: LoggerService = {
  log: () => undefined,
  warn: () => undefined,
  error: (line) => console.error(line),
};

/**
 * Makes the card without running the agent: no datastore, no port and no keys are needed.
 *
 * @param environment of a process that is no worker: those have no card
 * @throws CardError, SkillDeclarationError, and whatever keeps the agent from being made
 */
export async function ownCard(environment: LoadedEnvironment): Promise<OwnCard> {
  const app = await NestFactory.create(AppModule.in(environment), {
    bodyParser: false,
    abortOnError: false,
    logger: ERRORS_ONLY,
  });
  const inspection = app.get(CardInspection, { strict: false });
  const builder = app.get(CardBuilder, { strict: false });
  return {
    shown: builder.public(),
    whole: builder.whole(),
    findings: inspection.findings(),
    isStrict: inspection.isStrict,
  };
}
