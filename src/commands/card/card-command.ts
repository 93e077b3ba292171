import { type Finding, lintCard } from '../../a2a/card/lint/index.js';
import type { Command } from '../command-line.js';
import { cardDiff } from './card-diff.js';
import { cardKeygen } from './card-keygen.js';
import { cardLint, reportFindings } from './card-lint.js';
import { cardPrint } from './card-print.js';
import type { OwnCard } from './own-card.js';

/** A command that is about cards. */
type CardCommand = Extract<Command, { name: 'card' | 'card-lint' | 'card-diff' | 'card-keygen' }>;

/**
 * Does what a command about cards says.
 *
 * @param own makes the agent's own card, which not every command needs
 * @returns the exit code
 * @throws what `own` throws
 */
export async function cardCommand(command: CardCommand, own: () => Promise<OwnCard>): Promise<number> {
  if (command.name === 'card') {
    return cardPrint((await own()).shown, command.out);
  }
  if (command.name === 'card-lint') {
    return lint(command, own);
  }
  if (command.name === 'card-diff') {
    return cardDiff(command.before, command.after ?? (await own()).shown);
  }
  try {
    await cardKeygen(command);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

async function lint(
  { source, strict, production, json }: Extract<Command, { name: 'card-lint' }>,
  own: () => Promise<OwnCard>,
): Promise<number> {
  const format = json ? 'json' : 'text';
  if (source !== undefined) {
    return cardLint(source, { strict, format, environment: production ? 'production' : 'development' });
  }
  const { findings, whole, isStrict } = await own();
  const inEarnest = (): Finding[] => lintCard(whole, { environment: 'production' });
  return reportFindings(production ? inEarnest() : findings, {
    strict: strict || isStrict,
    format,
  });
}
