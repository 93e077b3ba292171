import { Injectable } from '@nestjs/common';
import type { Principal } from '../identity/principal.js';
import { type Message, type Part, SKILL_MEMBER, textOf } from '../protocol/index.js';
import type { SkillDefinition } from './registry/skill-definition.js';
import { SkillRegistry } from './registry/skill-registry.js';
import { SkillOffer } from './skill-offer.service.js';

/** Where a message goes. */
export type Route =
  | { readonly skill: SkillDefinition }
  /** No clear winner: the caller is asked, rather than guessed at. */
  | { readonly candidates: readonly SkillDefinition[] }
  | { readonly unknownSkillId: string };

/** Characters of a message that the choice looks at. */
const OPENING_LENGTH = 4_000;
const WEIGHTS = { tag: 3, name: 2, example: 2 } as const;

/**
 * Chooses the skill for a message: the one it names, the only one, or the one whose tags, examples and
 * name match best.
 */
@Injectable()
export class SkillRouter {
  private weights?: ReadonlyMap<SkillDefinition, ReadonlyMap<string, number>>;

  constructor(
    private readonly registry: SkillRegistry,
    private readonly offer: SkillOffer,
  ) {}

  /** @param principal who is to know of no skill but those that it is offered */
  route(message: Message, principal: Principal): Route {
    const wanted = message.metadata?.[SKILL_MEMBER];
    if (typeof wanted === 'string') {
      const skill = this.offer.find(principal, wanted);
      return skill ? { skill } : { unknownSkillId: wanted };
    }
    const offered = this.offer.to(principal);
    const [first, second] = offered;
    if (first && !second) {
      return { skill: first };
    }
    return this.bestMatch(message, offered);
  }

  private bestMatch(message: Message, offered: readonly SkillDefinition[]): Route {
    const words = new Set(wordsOf(openingOf(message.parts)));
    this.weights ??= new Map(this.registry.all.map((skill) => [skill, weightsOf(skill)]));
    const scores = offered
      .map((skill) => ({ skill, weights: this.weights?.get(skill) }))
      .map(({ skill, weights }) => ({ skill, score: sum([...words].map((word) => weights?.get(word) ?? 0)) }))
      .toSorted((one, other) => other.score - one.score);
    const [best, next] = scores;
    if (best && best.score > 0 && best.score > (next?.score ?? 0)) {
      return { skill: best.skill };
    }
    const matching = scores.filter(({ score }) => score > 0);
    return { candidates: (matching.length > 0 ? matching : scores).map(({ skill }) => skill) };
  }
}

function weightsOf(skill: SkillDefinition): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      weights.set(word, Math.max(weight, weights.get(word) ?? 0));
    }
  };
  skill.examples.forEach((example) => add(example, WEIGHTS.example));
  add(skill.name, WEIGHTS.name);
  add(skill.id, WEIGHTS.name);
  skill.tags.forEach((tag) => add(tag, WEIGHTS.tag));
  return weights;
}

/** A long message is content to work on, not a wish; its opening says what is wanted. */
function openingOf(parts: readonly Part[]): string {
  let opening = '';
  for (const part of parts) {
    const room = OPENING_LENGTH - opening.length;
    if (room <= 0) {
      break;
    }
    opening += `${(part.filename ?? '').slice(0, room)} ${(textOf(part) ?? '').slice(0, room)} `;
  }
  return opening;
}

/**
 * Words in lower case, with digits reduced to their shape (`2d6` and `10d8` are both `0d0`); scripts
 * written without spaces give their pairs of characters.
 */
function wordsOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .replace(/\d+/g, '0')
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu);
  return (words ?? []).flatMap((word) => (isUnspaced(word) && word.length > 2 ? pairsOf(word) : [word]));
}

function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
